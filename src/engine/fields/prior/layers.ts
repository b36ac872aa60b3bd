/** Channels of equally large planes, concatenated into one array. */
export type Planes = {
  readonly channels: number
  readonly side: number
  readonly data: Float32Array
}

/** A convolution that includes its batch normalisation. */
export type Convolution = {
  readonly inputs: number
  readonly outputs: number
  readonly kernel: number
  readonly weights: Float32Array
  readonly biases: Float32Array
}

type Options = {
  readonly stride?: 1 | 2
  /** Values added before the ReLU (residual connection). */
  readonly added?: Planes
  readonly isLast?: boolean
}

export function convolve(
  input: Planes,
  layer: Convolution,
  { stride = 1, added, isLast = false }: Options = {},
): Planes {
  const side = input.side / stride
  const area = side * side
  const data = new Float32Array(layer.outputs * area)
  for (let o = 0; o < layer.outputs; o++) data.fill(layer.biases[o], o * area, (o + 1) * area)
  if (added) for (let i = 0; i < data.length; i++) data[i] += added.data[i]
  const output = { channels: layer.outputs, side, data }
  if (layer.kernel === 1) addSingle(input, layer, data)
  else addThree(input, layer, { output, stride })
  if (!isLast) for (let i = 0; i < data.length; i++) if (data[i] < 0) data[i] = 0
  return output
}

function addSingle({ side, data: source }: Planes, layer: Convolution, data: Float32Array): void {
  const area = side * side
  for (let o = 0; o < layer.outputs; o++) {
    const target = data.subarray(o * area, (o + 1) * area)
    for (let c = 0; c < layer.inputs; c++) {
      const weight = layer.weights[o * layer.inputs + c]
      const offset = c * area
      for (let i = 0; i < area; i++) target[i] += weight * source[offset + i]
    }
  }
}

type Target = { readonly output: Planes; readonly stride: 1 | 2 }

function addThree(input: Planes, layer: Convolution, { output, stride }: Target): void {
  const { side, data } = output
  const padded = pad(input)
  const wide = input.side + 2
  const { weights, inputs } = layer
  for (let o = 0; o < layer.outputs; o++) {
    const target = data.subarray(o * side * side, (o + 1) * side * side)
    for (let c = 0; c < inputs; c++) {
      const w = (o * inputs + c) * 9
      const [a, b, d] = [weights[w], weights[w + 1], weights[w + 2]]
      const [e, f, g] = [weights[w + 3], weights[w + 4], weights[w + 5]]
      const [h, k, l] = [weights[w + 6], weights[w + 7], weights[w + 8]]
      for (let y = 0, i = 0; y < side; y++) {
        let above = (c * wide + y * stride) * wide
        let along = above + wide
        let below = along + wide
        for (let x = 0; x < side; x++, i++) {
          target[i] +=
            a * padded[above] +
            b * padded[above + 1] +
            d * padded[above + 2] +
            e * padded[along] +
            f * padded[along + 1] +
            g * padded[along + 2] +
            h * padded[below] +
            k * padded[below + 1] +
            l * padded[below + 2]
          above += stride
          along += stride
          below += stride
        }
      }
    }
  }
}

function pad({ channels, side, data }: Planes): Float32Array {
  const wide = side + 2
  const out = new Float32Array(channels * wide * wide)
  for (let c = 0; c < channels; c++) {
    for (let y = 0; y < side; y++) {
      const from = (c * side + y) * side
      out.set(data.subarray(from, from + side), (c * wide + y + 1) * wide + 1)
    }
  }
  return out
}

export function enlarge({ channels, side, data }: Planes): Planes {
  const wide = side * 2
  const out = new Float32Array(channels * wide * wide)
  for (let row = 0; row < channels * wide; row++) {
    const from = (Math.floor(row / wide) * side + ((row % wide) >> 1)) * side
    for (let x = 0; x < wide; x++) out[row * wide + x] = data[from + (x >> 1)]
  }
  return { channels, side: wide, data: out }
}

export function stack(one: Planes, other: Planes): Planes {
  const data = new Float32Array(one.data.length + other.data.length)
  data.set(one.data)
  data.set(other.data, one.data.length)
  return { channels: one.channels + other.channels, side: one.side, data }
}

/** Rearranges each square of four samples into four channels of half the side (space to depth). */
export function fold({ channels, side, data }: Planes): Planes {
  const half = side / 2
  const out = new Float32Array(data.length)
  for (let c = 0; c < channels * 4; c++) {
    const [dy, dx] = [(c >> 1) & 1, c & 1]
    for (let y = 0; y < half; y++) {
      const from = ((c >> 2) * side + 2 * y + dy) * side + dx
      for (let x = 0; x < half; x++) out[(c * half + y) * half + x] = data[from + 2 * x]
    }
  }
  return { channels: channels * 4, side: half, data: out }
}
