/* The nets that are compiled in (nets/), one behind the other as they lie there: each begins with how long it is. */
    .section .rodata
    .globl bil_value_nets_data
    .hidden bil_value_nets_data
    .globl bil_value_nets_end
    .hidden bil_value_nets_end
    .balign 8
bil_value_nets_data:
    .incbin "nets/six-billion.net"
bil_value_nets_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
