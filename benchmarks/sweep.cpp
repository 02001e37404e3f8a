// Plain in-place value iteration for Pig over all states (own, opponent, turn total), as one
// would write it first: the yardstick of run.py and beside.py. Prints the sweeps, the seconds by the
// clock, the last change, the processor's seconds and the peak of memory in KB, then the turn starts
// as raw doubles to the file named third.
//     sweep GOAL TOLERANCE FILE
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "others/peak.h"

int main(int, char** argv) {
    const int goal = std::atoi(argv[1]);
    const double tolerance = std::atof(argv[2]);
    std::vector<double> v(static_cast<size_t>(goal) * goal * goal, 0.0);
    auto at = [&](int i, int j, int k) -> double& {
        return v[(static_cast<size_t>(i) * goal + j) * goal + k];
    };
    const std::clock_t first = std::clock();
    const auto begin = std::chrono::steady_clock::now();
    int sweeps = 0;
    double change;
    do {
        change = 0;
        for (int i = goal - 1; i >= 0; i--)
            for (int j = goal - 1; j >= 0; j--)
                for (int k = goal - i - 1; k >= 0; k--) {
                    double roll = 1 - at(j, i, 0);
                    for (int g = 2; g <= 6; g++) roll += i + k + g >= goal ? 1 : at(i, j, k + g);
                    roll /= 6;
                    const double hold = k ? 1 - at(j, i + k, 0) : 0;
                    const double best = roll > hold ? roll : hold;
                    change = std::fmax(change, std::fabs(best - at(i, j, k)));
                    at(i, j, k) = best;
                }
        sweeps++;
    } while (change > tolerance);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    const double worked = static_cast<double>(std::clock() - first) / CLOCKS_PER_SEC;
    std::printf("%d %.9f %.3e %.9f %ld\n", sweeps, taken.count(), change, worked, peak());
    if (std::FILE* file = std::fopen(argv[3], "wb")) {
        for (int i = 0; i < goal; i++)
            for (int j = 0; j < goal; j++) std::fwrite(&at(i, j, 0), sizeof(double), 1, file);
        return std::fclose(file);
    }
    return 1;
}
