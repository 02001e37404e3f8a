/* A plugin of QEMU that counts the instructions of aarch64 that are executed, and those on vectors:
   at each call getpriority(PRIO_PROCESS, 777777), which fails, it prints both. Debian has the
   program without its header. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t id;
typedef struct block block;
int qemu_plugin_version = 1;
void qemu_plugin_register_vcpu_tb_trans_cb(id, void (*)(id, block *));
void qemu_plugin_register_vcpu_tb_exec_inline(block *, int, void *, uint64_t);
void qemu_plugin_register_vcpu_syscall_cb(id, void (*)(id, unsigned, int64_t, uint64_t, uint64_t));
size_t qemu_plugin_tb_n_insns(const block *);
const void *qemu_plugin_tb_get_insn(const block *, size_t);
const void *qemu_plugin_insn_data(const void *);

static uint64_t all, vectors;

static void called(id plugin, unsigned cpu, int64_t number, uint64_t first, uint64_t second) {
    if (number == 141 && second == 777777)
        fprintf(stderr, "%llu %llu\n", (unsigned long long)all, (unsigned long long)vectors);
}

static void translated(id plugin, block *b) {
    size_t n = qemu_plugin_tb_n_insns(b), found = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t word;
        memcpy(&word, qemu_plugin_insn_data(qemu_plugin_tb_get_insn(b, i)), 4);
        found += (word & 0x9e000000) == 0x0e000000; /* "Advanced SIMD" in Arm's tables */
    }
    qemu_plugin_register_vcpu_tb_exec_inline(b, 0, &all, n);
    qemu_plugin_register_vcpu_tb_exec_inline(b, 0, &vectors, found);
}

int qemu_plugin_install(id plugin, const void *system, int count, char **words) {
    qemu_plugin_register_vcpu_tb_trans_cb(plugin, translated);
    qemu_plugin_register_vcpu_syscall_cb(plugin, called);
    return 0;
}
