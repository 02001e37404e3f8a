// Value iteration for Pig pair by pair, as Neller and Presser partition the game: for each pair of
// scores, from the highest sum down, the values of both players' turns there are swapped until no
// turn start changes by more than the tolerance. Prints the swaps of the pair that took most, the
// processor's seconds and the peak of memory in KB, then the turn starts to the file named third.
//     pairs GOAL TOLERANCE FILE
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "peak.h"

int main(int, char** argv) {
    const int goal = std::atoi(argv[1]);
    const double tolerance = std::atof(argv[2]);
    std::vector<double> starts(static_cast<size_t>(goal) * goal, 0.0), turn(goal + 6, 1.0);
    auto start = [&](int own, int opp) -> double& {
        return starts[static_cast<size_t>(own) * goal + opp];
    };
    // The worth of a turn from (own, opp), given what losing the turn total is worth.
    auto worth = [&](int own, int opp, double lost) {
        for (int k = goal - own - 1; k >= 0; k--) {
            double roll = lost;
            for (int g = 2; g <= 6; g++) roll += own + k + g >= goal ? 1 : turn[k + g];
            roll /= 6;
            const double hold = k ? 1 - start(opp, own + k) : 0;
            turn[k] = roll > hold ? roll : hold;
        }
        return turn[0];
    };
    const std::clock_t begin = std::clock();
    int most = 0;
    for (int sum = 2 * goal - 2; sum >= 0; sum--)
        for (int i = sum < goal ? 0 : sum - goal + 1; 2 * i <= sum; i++) {
            const int j = sum - i;
            int swaps = 0;
            double change;
            do {
                const double mine = worth(i, j, 1 - start(j, i));
                change = std::fabs(mine - start(i, j));
                start(i, j) = mine;
                const double theirs = worth(j, i, 1 - mine);
                change = std::fmax(change, std::fabs(theirs - start(j, i)));
                start(j, i) = theirs;
                swaps++;
            } while (change > tolerance);
            if (swaps > most) most = swaps;
        }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%d %.9f %ld\n", most, seconds, peak());
    if (std::FILE* file = std::fopen(argv[3], "wb")) {
        std::fwrite(starts.data(), sizeof(double), starts.size(), file);
        return std::fclose(file);
    }
    return 1;
}
