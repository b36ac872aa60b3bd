import { describe, expect, it } from 'vitest'
import { envNames, readEnv, secretNames } from '../../env.ts'
import { createGuideProvider } from './guide-provider.ts'
import { manual } from './manual.ts'

const guide = createGuideProvider({ wordDelayMs: 0 })

async function ask(...questions: string[]) {
  const messages = questions.flatMap((content) => [
    { role: 'user', content },
    { role: 'assistant', content: '…' },
  ])
  let answer = ''
  await guide.streamChat(
    { model: 'guide', messages: messages.slice(0, -1) },
    new AbortController().signal,
    ({ text = '' }) => {
      answer += text
      return undefined
    },
  )
  return answer
}
const getHeading = (answer: string) => /^### (.*)/.exec(answer)?.[1]

describe('createGuideProvider', () => {
  it.each([
    ['How do I connect a service?', 'How do I connect a service?'],
    ['connect openai', 'How do I connect a service?'],
    ['how can i use ollama', 'How do I use Ollama?'],
    ['What can I do without any key?', 'What can I do without any key?'],
    ['How do I turn a picture into a 3D model?', 'How do I turn a picture into a 3D model?'],
    ['how to make a 3d modle from a photo', 'How do I turn a picture into a 3D model?'],
    ['How do I make a model?', 'How do I turn a picture into a 3D model?'],
    ['make 3d from image', 'How do I turn a picture into a 3D model?'],
    ['make a 3d model', 'How do I turn a picture into a 3D model?'],
    ['Which files can I download?', 'Which files can I download?'],
    ['can i export STL', 'Which files can I download?'],
    ['is webp ok or only png?', 'Which pictures can I use?'],
    ['what does thickness mean', 'What do the settings of the local engine mean?'],
    ['port 5310 is already in use', 'How do I change the port?'],
    ['where are my files stored', 'Where is my data stored?'],
    ['backup', 'How do I back up my data?'],
    ['is there an api for my own scripts', 'How do I use Bozzetto from another program?'],
    ['who sees my pictures', 'Who sees my pictures and chats?'],
    ['can I 3d print it?', 'Can I print the models?'],
    ['the 3d view is black', 'The 3D view stays empty. What can I do?'],
    ['Hello', 'Who are you?'],
    ['are you chatgpt?', 'Who are you?'],
    ['thanks!', 'Thank you'],
    ['How many triangles does my model have?', 'How many triangles does my model have?'],
    ['use it from my phone over the network', 'Can others on my network use it?'],
    ['how can I add an MCP server?', 'Can chats use tools of MCP servers?'],
    ['connect cursor over mcp', 'How do I use Bozzetto from Claude, Cursor or VS Code?'],
    [
      'what slash commands are there without a llm',
      'Which commands work without a language model?',
    ],
  ])('answers “%s” with “%s”', async (question, heading) => {
    expect(getHeading(await ask(question))).toBe(heading)
  })

  it('finds the section of each question in the manual', async () => {
    for (const { heading } of manual) expect(getHeading(await ask(heading))).toBe(heading)
  })

  it('answers with the variables and a command line for connecting a service', async () => {
    const answer = await ask('How do I connect a service?')
    expect(answer).toContain(
      'BOZZETTO_OPENAI_URL=https://api.openai.com/v1 BOZZETTO_OPENAI_KEY=sk-… npm start',
    )
    expect(answer).toContain('BOZZETTO_GATEWAY_KEY')
    expect(answer).toContain('page “Connecting a service”')
    expect(answer).toContain('not a language model')
    expect(answer).toContain('- How do I use Ollama?')
  })

  it.each([
    'Write a shell script that renames files by their date',
    'What is the capital of France?',
    'Write a short product description for a ceramic vase',
    'Wie wird das Wetter morgen?',
    '???',
    '',
  ])(
    'says that the guide cannot answer “%s”, and names the topics of the manual',
    async (question) => {
      const answer = await ask(question)
      expect(answer).toContain('I cannot answer that')
      expect(answer).toContain('not a language model')
      expect(answer).toContain('**Connecting a service**')
    },
  )

  it('answers a short follow-up question in the context of the previous question', async () => {
    expect(getHeading(await ask('How do I connect a service?', 'and how exactly?'))).toBe(
      'How do I connect a service?',
    )
    expect(getHeading(await ask('How do I connect a service?', 'and on Windows?'))).toBe(
      'How do I set an environment variable on Windows?',
    )
  })

  it('streams the manual word by word until the answer is stopped', async () => {
    const slow = createGuideProvider({ wordDelayMs: 1 })
    const abort = new AbortController()
    const request = { model: 'guide', messages: [{ role: 'user', content: 'backup' }] }
    let words = 0
    const reading = slow.streamChat(request, abort.signal, ({ text }) => {
      if (text && ++words === 5) abort.abort()
      return undefined
    })
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    expect(words).toBe(5)
  })

  it('lists a single model', async () => {
    const { signal } = new AbortController()
    const asked = guide.streamChat({ model: 'gpt', messages: [] }, signal, () => undefined)
    await expect(asked).rejects.toMatchObject({ code: 'unknown_model' })
  })
})

function isSetting(name: string): boolean {
  try {
    const isSecretFile = secretNames.some((secret) => name === `${secret}_FILE`)
    return isSecretFile || name in readEnv({ [name]: 'x' })
  } catch (error) {
    return String(error).includes(name)
  }
}

describe('manual', () => {
  it('names exactly the settings that the server reads', () => {
    const text = manual.map(({ body }) => body).join('\n')
    const named = new Set(
      text.match(/\b(BOZZETTO_[A-Z_]+|OTEL_[A-Z_]+|S3_[A-Z_]+|DATABASE_[A-Z_]+|PORT|HOST)\b/g),
    )
    for (const name of named) expect(isSetting(name)).toBe(true)
    for (const name of envNames) expect(named).toContain(name)
  })

  it('has a title and a section on every page', () => {
    for (const { page, heading, body, words } of manual) {
      expect(page).not.toBe('')
      expect(heading).not.toBe('')
      expect(words).not.toBe('')
      expect(body.length).toBeGreaterThan(40)
      expect(body).not.toContain('<!--')
    }
  })
})
