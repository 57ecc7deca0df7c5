// Huge pages for large blocks: the system then provides memory by megabytes instead of page by
// page.
#pragma once

#include <cstddef>
#include <string_view>

namespace lodestone {

// Huge pages that a system has free, on the node that has fewest; `buddyinfo` is what it says in
// /proc/buddyinfo, in blocks of 1, 2, 4 ... pages, `small_pages` the pages of a huge one.
std::size_t FreeHugePages(std::string_view buddyinfo, std::size_t small_pages);

// Whether the system is a virtual machine that returns free blocks of huge pages to its host, which
// then has to provide them again: page by page, at a multiple of what small pages take.
// `reporting_order` is the order of the blocks it returns, as the kernel's page_reporting says, a
// number below 0 or out of bounds if there are none.
bool ReturnsFreeBlocks(std::string_view reporting_order, std::size_t small_pages);

// Zeroed private memory, null if there is none. Large blocks are of huge pages as long as the
// system has plenty of them: if it has not, it would first move memory to make some, which takes
// longer than they save. To be returned by munmap.
void* MapPages(std::size_t bytes);

}  // namespace lodestone
