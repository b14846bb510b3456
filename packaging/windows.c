/* What Microsoft's compiler links into every library, for those that `wheels.py` links without it: the mark of code that uses
 * floating-point numbers, and the function that touches each page of a large stack frame before it is used. Before the call the
 * size is in rax, or by 16 in x15; no other register that holds an argument may change. */

int _fltused = 1;

#ifdef __x86_64__
__asm__(".globl __chkstk\n"
        "__chkstk:\n"
        "    leaq 8(%rsp), %r10\n" /* the stack before the call */
        "    movq %rax, %r11\n"
        "1:  cmpq $0x1000, %r11\n"
        "    jb 2f\n"
        "    subq $0x1000, %r10\n"
        "    testq %r10, (%r10)\n"
        "    subq $0x1000, %r11\n"
        "    jmp 1b\n"
        "2:  subq %r11, %r10\n"
        "    testq %r10, (%r10)\n"
        "    retq\n");
#else
__asm__(".globl __chkstk\n"
        "__chkstk:\n"
        "    mov x16, sp\n"
        "    lsl x17, x15, #4\n"
        "1:  cmp x17, #0x1000\n"
        "    b.lo 2f\n"
        "    sub x16, x16, #0x1000\n"
        "    ldr xzr, [x16]\n"
        "    sub x17, x17, #0x1000\n"
        "    b 1b\n"
        "2:  sub x16, x16, x17\n"
        "    ldr xzr, [x16]\n"
        "    ret\n");
#endif
