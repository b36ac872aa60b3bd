import { z } from 'zod'

const model = z.string().meta({ description: 'Id of a model, with its connection in front.' })
const binary = z.string().meta({ format: 'binary' })
const usage = z.looseObject({}).optional()

const imageFields = {
  model,
  prompt: z.string(),
  n: z.int().min(1).max(10).optional().meta({ description: 'Number of pictures.' }),
  size: z.string().optional().meta({ description: 'Such as 1024x1024.' }),
  stream: z.boolean().optional(),
}

export const mediaSchemas = {
  ImageRequest: z.looseObject(imageFields),
  ImageEditRequest: z.looseObject({
    ...imageFields,
    image: binary.optional().meta({ description: 'A picture in a form; several as `image[]`.' }),
    mask: binary.optional().meta({ description: 'A PNG whose transparent parts are changed.' }),
  }),
  ImageAnswer: z.looseObject({
    created: z.int().optional().meta({ description: 'Unix seconds.' }),
    data: z.array(z.looseObject({ b64_json: z.string().nullish(), url: z.string().nullish() })),
    usage,
  }),
  ImageEvent: z.looseObject({ type: z.string(), b64_json: z.string().optional(), usage }),
  TranscriptionRequest: z.looseObject({
    file: binary,
    model,
    language: z.string().optional(),
    response_format: z.string().optional(),
    stream: z.boolean().optional(),
  }),
  Transcription: z.looseObject({ text: z.string(), usage }),
  TranscriptionEvent: z.looseObject({
    type: z.string(),
    delta: z.string().optional(),
    text: z.string().optional(),
    usage,
  }),
  SpeechRequest: z.looseObject({
    model,
    input: z.string().meta({ description: 'The text to read aloud.' }),
    voice: z.union([z.string(), z.looseObject({})]).optional(),
    response_format: z.string().optional().meta({ description: 'Such as mp3 or wav.' }),
  }),
  SpeechEvent: z.looseObject({ type: z.string(), audio: z.string().optional(), usage }),
}
