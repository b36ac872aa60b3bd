import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ClientTarget, ScenarioResult } from './run-scenarios.ts'

const words = 'Hello there'
const timeoutMs = 120_000

/** Asks a question with OpenAI's Codex, which uses only the Responses API. */
export const runCodex = (program: string, target: ClientTarget): Promise<ScenarioResult> =>
  inFolder({ name: 'codex: exec', expected: words }, (folder) =>
    askCodex(program, target, { folder, prompt: 'Hi', sandbox: 'read-only' }),
  )

export const runCodexTool = (program: string, target: ClientTarget): Promise<ScenarioResult> =>
  withNote('codex: shell tool', (folder, prompt) =>
    // Turns Codex's own sandbox off, because it needs rights that containers do not have. The
    // test's command is harmless.
    askCodex(program, target, { folder, prompt, sandbox: 'danger-full-access' }),
  )

type Asked = { folder: string; prompt: string }

async function askCodex(
  program: string,
  target: ClientTarget,
  { folder, prompt, sandbox }: Asked & { sandbox: string },
): Promise<string> {
  const config = [
    `model = "${target.model}"`,
    'model_provider = "bozzetto"',
    '[model_providers.bozzetto]',
    'name = "Bozzetto"',
    `base_url = "${target.llm}/v1"`,
    'env_key = "BOZZETTO_KEY"',
    'wire_api = "responses"',
  ]
  await writeFile(path.join(folder, 'config.toml'), config.join('\n'))
  const args = [program, 'exec', '--skip-git-repo-check', '--sandbox', sandbox, prompt]
  return run(process.execPath, args, {
    folder,
    env: { CODEX_HOME: folder, BOZZETTO_KEY: target.apiKey },
  })
}

/** Asks a question with Anthropic's Claude Code, which uses only the Messages API. */
export const runClaudeCode = (program: string, target: ClientTarget): Promise<ScenarioResult> =>
  inFolder({ name: 'claude code: print', expected: words }, (folder) =>
    askClaudeCode(program, target, { folder, prompt: 'Hi' }),
  )

export const runClaudeCodeTool = (program: string, target: ClientTarget): Promise<ScenarioResult> =>
  withNote('claude code: read tool', (folder, prompt) =>
    askClaudeCode(program, target, { folder, prompt }),
  )

const askClaudeCode = (
  program: string,
  target: ClientTarget,
  { folder, prompt }: Asked,
): Promise<string> =>
  run(program, ['--print', '--model', target.model, prompt], {
    folder,
    env: {
      ANTHROPIC_BASE_URL: target.llm,
      ANTHROPIC_AUTH_TOKEN: target.apiKey,
      ANTHROPIC_SMALL_FAST_MODEL: target.model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CONFIG_DIR: folder,
    },
  })

/** Writes a file with a new random word, which an agent can know only if it has read the file. */
async function withNote(
  name: string,
  ask: (folder: string, prompt: string) => Promise<string>,
): Promise<ScenarioResult> {
  const word = `note-${randomBytes(6).toString('hex')}`
  return inFolder({ name, expected: `The note says ${word}` }, async (folder) => {
    const file = path.join(folder, 'work', 'note.txt')
    await writeFile(file, `${word}\n`)
    return ask(folder, `What does the file ${file} say?`)
  })
}

export async function runMcpInspector(
  program: string,
  { llm, apiKey }: ClientTarget,
): Promise<ScenarioResult> {
  const scenario = { name: 'mcp inspector: tools/call', expected: '"id": "local/image-to-3d"' }
  return inFolder(scenario, (folder) => {
    const server = ['--cli', new URL('/mcp', llm).href, '--transport', 'http']
    const key = ['--header', `Authorization: Bearer ${apiKey}`]
    const call = ['--method', 'tools/call', '--tool-name', 'bozzetto_list_3d_models']
    return run(process.execPath, [program, ...server, ...key, ...call], { folder, env: {} })
  })
}

type Scenario = { name: string; expected: string }

async function inFolder(
  { name, expected }: Scenario,
  ask: (folder: string) => Promise<string>,
): Promise<ScenarioResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-client-'))
  try {
    await mkdir(path.join(folder, 'work'))
    const said = await ask(folder)
    return said.includes(expected) ? { name } : { name, error: said.slice(-4_000) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type RunOptions = { folder: string; env: Record<string, string> }

function run(program: string, args: string[], { folder, env }: RunOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: path.join(folder, 'work'),
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (said += piece))
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece))
    child.on('error', reject).on('close', (code) => {
      clearTimeout(timer)
      resolve(`${said}\n(exit ${code})`)
    })
  })
}
