// Row operations of separable resampling, compiled once per instruction set.
// A row is `columns` pixels of four samples; as floats a pixel is (b, g, r, 0 or opacity as read)
// when opaque and (colours weighted by alpha, alpha) otherwise.
#if defined(LODESTONE_ROW_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_ROW_OPS_INL
#undef LODESTONE_ROW_OPS_INL
#else
#define LODESTONE_ROW_OPS_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At least one whole pixel; a row is a whole number of pixels, so that the remainder of a row is
// done by the same code one pixel at a time.
using Wide = hn::ScalableTag<float>;
using Pixel = hn::FixedTag<float, 4>;

template <class Body>
HWY_INLINE void ForSamples(std::size_t samples, Body&& body) {
  const Wide wide;
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= samples; i += hn::Lanes(wide)) body(wide, i);
  for (; i < samples; i += kChannels) body(Pixel(), i);
}

// Exactly rounded whatever the instruction set.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Fma([[maybe_unused]] D d, V a, V b, V c) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(a, b, c);
#else
  HWY_ALIGN float x[hn::MaxLanes(D())], y[hn::MaxLanes(D())], z[hn::MaxLanes(D())];
  hn::Store(a, d, x);
  hn::Store(b, d, y);
  hn::Store(c, d, z);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) z[i] = LS_FMA(x[i], y[i], z[i]);
  return hn::Load(d, z);
#endif
}

template <class D>
HWY_INLINE hn::Mask<D> OpacityLanes(D d) {
  const hn::Rebind<std::int32_t, D> di;
  return hn::RebindMask(d, hn::Eq(hn::And(hn::Iota(di, 0), hn::Set(di, 3)), hn::Set(di, 3)));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Clamp(D d, V v) {
  return hn::Min(hn::Max(v, hn::Zero(d)), hn::Set(d, LS_MAX));
}

template <class D>
HWY_INLINE hn::Vec<D> LoadQuanta(D d, const QuantumSample* source) {
  const hn::Rebind<QuantumSample, D> dq;
  const hn::Rebind<std::int32_t, D> di;
  return hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(dq, source)));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE void StoreQuanta([[maybe_unused]] D d, V v, QuantumSample* destination) {
  const hn::Rebind<QuantumSample, D> dq;
  const hn::Rebind<std::int32_t, D> di;
  hn::StoreU(hn::DemoteTo(dq, hn::ConvertTo(di, v)), dq, destination);
}

HWY_INLINE void LoadRow(const QuantumSample* source, std::size_t columns, bool alpha, float* row) {
  ForSamples(columns * kChannels, [&](auto d, std::size_t i) {
    const auto v = LoadQuanta(d, source + i);
    if (!alpha) {
      hn::StoreU(v, d, row + i);
      return;
    }
    const auto a = hn::Sub(hn::Set(d, LS_MAX), hn::Broadcast<3>(v));
    hn::StoreU(hn::IfThenElse(OpacityLanes(d), a, hn::Mul(v, a)), d, row + i);
  });
}

// Clamps sums between the passes.
HWY_INLINE void MiddleRow(float* row, std::size_t columns, bool alpha) {
  ForSamples(columns * kChannels, [&](auto d, std::size_t i) {
    const auto v = hn::LoadU(d, row + i);
    if (!alpha) {
      hn::StoreU(Clamp(d, v), d, row + i);
      return;
    }
    const auto max = hn::Set(d, LS_MAX);
    const auto a = hn::Broadcast<3>(v);
    const auto scale = hn::IfThenElse(hn::Gt(a, max), hn::Div(max, a), hn::Set(d, 1.0f));
    const auto middle_alpha = Clamp(d, a);
    const auto color = hn::Min(hn::Max(hn::Mul(v, scale), hn::Zero(d)), hn::Mul(max, middle_alpha));
    hn::StoreU(hn::IfThenElse(OpacityLanes(d), middle_alpha, color), d, row + i);
  });
}

HWY_INLINE void StoreRow(const float* row, std::size_t columns, bool alpha,
                         QuantumSample* destination) {
  ForSamples(columns * kChannels, [&](auto d, std::size_t i) {
    const auto v = hn::LoadU(d, row + i);
    const auto half = hn::Set(d, 0.5f);
    if (!alpha) {
      const auto rounded = hn::Add(Clamp(d, v), half);
      StoreQuanta(d, hn::IfThenElse(OpacityLanes(d), hn::Zero(d), rounded), destination + i);
      return;
    }
    const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    const auto a = hn::Broadcast<3>(v);
    const auto visible = hn::Gt(a, zero);
    const auto color = hn::Mul(Clamp(d, hn::Div(v, hn::IfThenElse(visible, a, one))),
                               hn::IfThenElse(visible, one, zero));
    const auto opacity = hn::Sub(hn::Set(d, LS_MAX), Clamp(d, a));
    StoreQuanta(d, hn::Add(hn::IfThenElse(OpacityLanes(d), opacity, color), half), destination + i);
  });
}

// One output row: the taps' weighted sum, unclamped.
HWY_INLINE void VerticalRow(const float* const* taps, const float* weights, std::size_t count,
                            std::size_t samples, float* sums) {
  ForSamples(samples, [&](auto d, std::size_t i) {
    auto total = hn::Zero(d);
    for (std::size_t k = 0; k < count; k += LS_TAP_BLOCK) {
      auto block = hn::Zero(d);
      const std::size_t stop = std::min<std::size_t>(count, k + LS_TAP_BLOCK);
      for (std::size_t j = k; j < stop; ++j)
        block = Fma(d, hn::Set(d, weights[j]), hn::LoadU(d, taps[j] + i), block);
      total = hn::Add(total, block);
    }
    hn::StoreU(total, d, sums + i);
  });
}

HWY_INLINE hn::Vec<Pixel> HorizontalPixel(const float* weights, const float* input,
                                          std::size_t count) {
  const Pixel d;
  auto total = hn::Zero(d);
  for (std::size_t k = 0; k < count; k += LS_TAP_BLOCK) {
    auto block = hn::Zero(d);
    const std::size_t stop = std::min<std::size_t>(count, k + LS_TAP_BLOCK);
    for (std::size_t j = k; j < stop; ++j)
      block = Fma(d, hn::Set(d, weights[j]), hn::LoadU(d, input + j * kChannels), block);
    total = hn::Add(total, block);
  }
  return total;
}

// Four neighbouring pixels at once, so that four chains of dependent additions overlap. All have
// at least `shared` taps, and none more than one block.
HWY_INLINE void HorizontalQuad(const AxisView& axis, const float* input, std::size_t x,
                               std::size_t shared, float* sums) {
  const Pixel d;
  const float* weights[4];
  const float* inputs[4];
  hn::Vec<Pixel> sum[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (std::size_t n = 0; n < 4; ++n) {
    weights[n] = axis.weights + axis.offset[x + n];
    inputs[n] = input + std::size_t{axis.first[x + n]} * kChannels;
  }
  for (std::size_t k = 0; k < shared; ++k)
    for (std::size_t n = 0; n < 4; ++n)
      sum[n] = Fma(d, hn::Set(d, weights[n][k]), hn::LoadU(d, inputs[n] + k * kChannels), sum[n]);
  for (std::size_t n = 0; n < 4; ++n) {
    for (std::size_t k = shared; k < axis.count[x + n]; ++k)
      sum[n] = Fma(d, hn::Set(d, weights[n][k]), hn::LoadU(d, inputs[n] + k * kChannels), sum[n]);
    hn::StoreU(sum[n], d, sums + n * kChannels);
  }
}

// One row through the horizontal axis, unclamped.
HWY_INLINE void HorizontalRow(const AxisView& axis, const float* input, float* sums) {
  std::size_t x = 0;
  if (axis.max_count <= LS_TAP_BLOCK) {
    for (; x + 4 <= axis.outputs; x += 4) {
      const std::uint32_t* count = axis.count + x;
      const std::size_t shared = std::min({count[0], count[1], count[2], count[3]});
      HorizontalQuad(axis, input, x, shared, sums + x * kChannels);
    }
  }
  for (; x < axis.outputs; ++x)
    hn::StoreU(HorizontalPixel(axis.weights + axis.offset[x],
                               input + std::size_t{axis.first[x]} * kChannels, axis.count[x]),
               Pixel(), sums + x * kChannels);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
