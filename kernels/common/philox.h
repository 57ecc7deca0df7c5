/*
  Random numbers without a state, read by the C++ and by the OpenCL C compiler: Philox4x32-10 of
  Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). Four words are a function
  of a counter, such as the position of a pixel, and of a key, so they depend neither on the order
  of computation nor on the device.

  The including file defines LsWord, an unsigned number of 32 bits for each pixel, LsHighProduct,
  the upper half of a product of two, operators * (the lower half) and ^, and LS_SHARED.
*/
typedef struct {
  LsWord first, second, third, fourth;
} LsRandom;

LS_SHARED LsRandom LsPhiloxRound(LsRandom counter, unsigned int key, unsigned int second_key) {
  LsRandom next;
  LsWord high, second_high;
  next.fourth = LsProductOf(counter.first, 0xd2511f53u, &high);
  next.second = LsProductOf(counter.third, 0xcd9e8d57u, &second_high);
  next.first = second_high ^ counter.second ^ (LsWord)(key);
  next.third = high ^ counter.fourth ^ (LsWord)(second_key);
  return next;
}

/* The fourth part of the counter is 0. */
LS_SHARED LsRandom LsPhilox(LsWord first, LsWord second, LsWord third, unsigned int key,
                            unsigned int second_key) {
  LsRandom state;
  state.first = first;
  state.second = second;
  state.third = third;
  state.fourth = (LsWord)(0u);
  for (int i = 0; i < 10; ++i) {
    state = LsPhiloxRound(state, key, second_key);
    key += 0x9e3779b9u;
    second_key += 0xbb67ae85u;
  }
  return state;
}
