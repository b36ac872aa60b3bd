import { App } from '@modelcontextprotocol/ext-apps'

/** Page of an MCP server's app, made with the reference client of MCP Apps. */
const app = new App({ name: 'Weather', version: '1.0.0' }, {}, { autoResize: true })

const say = (id: string, words: string) => {
  const line = document.createElement('p')
  line.id = id
  line.textContent = words
  document.getElementById(id)?.remove()
  document.body.append(line)
}
const addButton = (label: string, press: () => Promise<unknown>) => {
  const button = document.createElement('button')
  button.textContent = label
  button.addEventListener('click', () => {
    press().then(
      (result) => say('outcome', `${label}: ${JSON.stringify(result)}`),
      (error: unknown) => say('outcome', `${label} failed: ${String(error)}`),
    )
  })
  document.body.append(button)
}

app.ontoolinput = ({ arguments: given }) => say('input', `City: ${String(given?.['city'])}`)
app.ontoolresult = ({ structuredContent, _meta }) =>
  say('result', `${JSON.stringify(structuredContent)} ${JSON.stringify(_meta)}`)
app.onhostcontextchanged = ({ theme, displayMode }) => {
  if (theme) document.body.dataset['theme'] = theme
  if (displayMode) say('mode', `Mode: ${displayMode}`)
}
app.onteardown = () => ({})
await app.connect()
const { theme, locale, styles } = app.getHostContext() ?? {}
if (theme) document.body.dataset['theme'] = theme
for (const [name, value] of Object.entries(styles?.variables ?? {}))
  if (value !== undefined) document.body.style.setProperty(name, value)
say('locale', `Locale: ${locale}`)

addButton('Humidity', () => app.callServerTool({ name: 'humidity', arguments: { city: 'Oslo' } }))
addButton('About', () => app.readServerResource({ uri: 'weather://about' }))
addButton('Ask', () =>
  app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'And tomorrow?' }] }),
)
addButton('Link', () => app.openLink({ url: 'https://example.test/forecast' }))
addButton('Grow', () => app.requestDisplayMode({ mode: 'fullscreen' }))
addButton('Fetch', async () => {
  const url = document.body.dataset['url'] ?? ''
  return (await fetch(url)).text()
})
