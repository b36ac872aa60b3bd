/*
 * A handmade language model for llama.cpp of 250 KB. Each word of a fixed sentence is followed by
 * the next word, every other token by the first word. Attention and feed-forward weights are zero.
 * The format is described in ggml's `docs/gguf.md`.
 */

/**
 * The model's answer to every prompt. No word may occur twice. `▁` stands for a space, as in
 * SentencePiece.
 */
const words = ['▁These', '▁words', '▁come', '▁from', '▁a', '▁real', '▁llama', '.']
export const tinySentence = words.join('').replaceAll('▁', ' ').trim()

const width = 32
const heads = 2
const hidden = 32
const layers = 1
export const tinyContext = 256
/** Logit that a greedy sampler always prefers to the others. */
const certain = 10

const valueTypes = { u32: 4, f32: 6, text: 8, list: 9, i32: 5 }
const tokenTypes = { word: 1, unknown: 2, control: 3, byte: 6 }
const alignment = 32

type Token = { text: string; type: number }

const tokens: Token[] = [
  { text: '<unk>', type: tokenTypes.unknown },
  { text: '<s>', type: tokenTypes.control },
  { text: '</s>', type: tokenTypes.control },
  ...Array.from({ length: 256 }, (_, byte) => ({
    text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
    type: tokenTypes.byte,
  })),
  ...words.map((word) => ({ text: word, type: tokenTypes.word })),
]
const endToken = 2
const firstWord = tokens.length - words.length

export function makeTinyGguf(): Buffer {
  const tensors = makeTensors()
  const settings = makeSettings()
  const infos: Buffer[] = []
  const data: Buffer[] = []
  let at = 0
  for (const { name, shape, values } of tensors) {
    infos.push(Buffer.concat([text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(at)]))
    const bytes = aligned(Buffer.from(values.buffer))
    data.push(bytes)
    at += bytes.length
  }
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(settings.length),
    ...settings,
    ...infos,
  ])
  return Buffer.concat([aligned(head), ...data])
}

type Tensor = { name: string; shape: readonly number[]; values: Float32Array }

function makeTensors(): Tensor[] {
  const embedding = new Float32Array(width * tokens.length)
  const output = new Float32Array(width * tokens.length)
  const other = width - 1
  for (let token = 0; token < tokens.length; token++) {
    const word = token - firstWord
    embedding[token * width + (word >= 0 ? word : other)] = 1
  }
  words.forEach((_, word) => {
    const from = word === 0 ? other : word - 1
    output[(firstWord + word) * width + from] = certain
  })
  output[endToken * width + words.length - 1] = certain
  const layerTensors = Array.from({ length: layers }, (_, at) => `blk.${at}.`).flatMap((layer) => [
    ones(`${layer}attn_norm.weight`),
    ...['q', 'k', 'v', 'output'].map((one) => zeros(`${layer}attn_${one}.weight`, width, width)),
    ones(`${layer}ffn_norm.weight`),
    zeros(`${layer}ffn_gate.weight`, width, hidden),
    zeros(`${layer}ffn_up.weight`, width, hidden),
    zeros(`${layer}ffn_down.weight`, hidden, width),
  ])
  return [
    { name: 'token_embd.weight', shape: [width, tokens.length], values: embedding },
    ones('output_norm.weight'),
    { name: 'output.weight', shape: [width, tokens.length], values: output },
    ...layerTensors,
  ]
}

const zeros = (name: string, ...shape: number[]): Tensor => ({
  name,
  shape,
  values: new Float32Array(shape.reduce((one, next) => one * next)),
})
const ones = (name: string): Tensor => ({
  name,
  shape: [width],
  values: new Float32Array(width).fill(1),
})

function makeSettings(): Buffer[] {
  const number = (name: string, value: number) => entry(name, valueTypes.u32, u32(value))
  const word = (name: string, value: string) => entry(name, valueTypes.text, text(value))
  return [
    word('general.architecture', 'llama'),
    word('general.name', 'tiny'),
    number('llama.context_length', tinyContext),
    number('llama.embedding_length', width),
    number('llama.block_count', layers),
    number('llama.feed_forward_length', hidden),
    number('llama.rope.dimension_count', width / heads),
    number('llama.attention.head_count', heads),
    number('llama.attention.head_count_kv', heads),
    entry('llama.attention.layer_norm_rms_epsilon', valueTypes.f32, f32(1e-5)),
    number('llama.vocab_size', tokens.length),
    number('general.file_type', 0),
    word('tokenizer.ggml.model', 'llama'),
    list(
      'tokenizer.ggml.tokens',
      valueTypes.text,
      tokens.map((token) => text(token.text)),
    ),
    list(
      'tokenizer.ggml.scores',
      valueTypes.f32,
      tokens.map((_, at) => f32(-at)),
    ),
    list(
      'tokenizer.ggml.token_type',
      valueTypes.i32,
      tokens.map(({ type }) => u32(type)),
    ),
    number('tokenizer.ggml.bos_token_id', 1),
    number('tokenizer.ggml.eos_token_id', endToken),
    number('tokenizer.ggml.unknown_token_id', 0),
  ]
}

const entry = (name: string, type: number, value: Buffer) =>
  Buffer.concat([text(name), u32(type), value])

const list = (name: string, type: number, values: readonly Buffer[]) =>
  entry(name, valueTypes.list, Buffer.concat([u32(type), u64(values.length), ...values]))

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([u64(bytes.length), bytes])
}

const aligned = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)])
