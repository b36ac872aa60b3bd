import type { Operation } from './operation.ts'

const forwarded =
  'Forwarded to the connection of the model, whose answer is returned as it is. Services may take more fields than those listed here.'

type MediaOperation = Pick<Operation, 'summary' | 'request' | 'example' | 'answers'>

const media = (path: string, operation: MediaOperation): Operation => ({
  method: 'post',
  path: `/llm/v1${path}`,
  aliases: [`/llm${path}`, `/llm/openai/v1${path}`],
  group: 'Chat',
  description: forwarded,
  ...operation,
})

const images: Operation['answers'] = {
  200: {
    description: 'The pictures. With `stream` they come as server-sent events.',
    content: [{ json: 'ImageAnswer' }, { events: 'ImageEvent' }],
  },
}

export const mediaOperations: readonly Operation[] = [
  media('/images/generations', {
    summary: 'Create pictures',
    request: [{ json: 'ImageRequest' }],
    example: { model: 'openai/gpt-image-2', prompt: 'A clay robot on a white table' },
    answers: images,
  }),
  media('/images/edits', {
    summary: 'Change pictures',
    request: [{ form: 'ImageEditRequest' }, { json: 'ImageEditRequest' }],
    example: { model: 'openai/gpt-image-2', prompt: 'Make it blue', image: '@robot.png' },
    answers: images,
  }),
  media('/audio/transcriptions', {
    summary: 'Transcribe a recording',
    request: [{ form: 'TranscriptionRequest' }],
    example: { file: '@recording.wav', model: 'openai/gpt-transcribe' },
    answers: {
      200: {
        description: 'The text; `response_format` chooses its form.',
        content: [
          { json: 'Transcription' },
          { type: 'text/plain' },
          { type: 'text/vtt' },
          { events: 'TranscriptionEvent' },
        ],
      },
    },
  }),
  media('/audio/speech', {
    summary: 'Read a text aloud',
    request: [{ json: 'SpeechRequest' }],
    example: { model: 'openai/tts-2', input: 'Hello', voice: 'alloy' },
    answers: {
      200: { description: 'The sound.', content: [{ type: 'audio/*' }, { events: 'SpeechEvent' }] },
    },
  }),
]
