/* A module without the symbol that accelerators export. */
__attribute__((visibility("default"))) int lodestone_no_entry;
