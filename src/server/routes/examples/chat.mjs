// Asks a chat model and prints the answer as it arrives. Needs Node 20 and no packages.
// BOZZETTO_URL=http://127.0.0.1:5310 BOZZETTO_KEY=sa-… node chat.mjs MODEL QUESTION
const { BOZZETTO_URL: url = 'http://127.0.0.1:5310', BOZZETTO_KEY: key } = process.env
const [model, question] = process.argv.slice(2)

const response = await fetch(`${url}/llm/v1/chat/completions`, {
  method: 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: question }] }),
  signal: AbortSignal.timeout(300_000),
})
if (!response.ok || !response.body) {
  console.error(`${response.status} ${await response.text()}`)
  process.exit(1)
}

let rest = ''
for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const data = line.replace(/^data: /, '').trim()
    if (line.startsWith('data: ') && data !== '[DONE]') {
      process.stdout.write(JSON.parse(data).choices[0]?.delta?.content ?? '')
    }
  }
}
process.stdout.write('\n')
