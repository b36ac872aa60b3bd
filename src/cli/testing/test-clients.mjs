// Finds or installs API clients of other companies for the tests. At 900 MB, they are too large for
// dependencies.
import path from 'node:path'
import { ensureApart } from '../install-apart.mjs'

/** Newest versions that run with Node 20. */
const libraries = {
  openai: '7.59.0',
  '@anthropic-ai/sdk': '1.14.0',
  ai: '6.0.326',
  '@ai-sdk/openai': '3.0.141',
  '@ai-sdk/openai-compatible': '2.0.92',
  '@ai-sdk/anthropic': '3.0.140',
  '@openai/agents': '0.20.0',
  '@langchain/openai': '1.5.8',
  '@langchain/core': '1.4.0',
  zod: '4.6.7',
}
const codexVersion = '0.171.0'
const claudeVersion = '2.1.197'
/** The package of the MCP inspector requires Node 22, but its command line runs with Node 20. */
const inspectorVersion = '2.12.0'

const platform = `${process.platform}-${process.arch}`
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/**
 * @returns {Promise<{ folder: string } | { missing: string }>} the folder from which the libraries
 * can be imported.
 */
export const ensureClientLibraries = () =>
  ensureApart({
    name: `clients-${libraries.openai}-${libraries.ai}`,
    what: 'SDKs of other companies',
    packages: Object.entries(libraries).map(([name, version]) => `${name}@${version}`),
  })

/** @returns {Promise<{ program: string } | { missing: string }>} OpenAI's Codex. */
export async function ensureCodex() {
  if (!platforms.includes(platform)) return { missing: `There is no Codex for ${platform}.` }
  const found = await ensureApart({
    name: `codex-${codexVersion}`,
    what: 'Codex',
    packages: [`@openai/codex@${codexVersion}`],
  })
  if (found.missing !== undefined) return found
  return { program: path.join(found.folder, 'node_modules', '@openai', 'codex', 'bin', 'codex.js') }
}

/** @returns {Promise<{ program: string } | { missing: string }>} Anthropic's Claude Code. */
export async function ensureClaudeCode() {
  if (!platforms.includes(platform)) return { missing: `There is no Claude Code for ${platform}.` }
  const name = `@anthropic-ai/claude-code-${platform}`
  const found = await ensureApart({
    name: `claude-code-${claudeVersion}`,
    what: 'Claude Code',
    packages: [`${name}@${claudeVersion}`],
  })
  if (found.missing !== undefined) return found
  return { program: path.join(found.folder, 'node_modules', name, 'claude') }
}

/**
 * @returns {Promise<{ program: string } | { missing: string }>} the command line of the MCP
 * inspector.
 */
export async function ensureMcpInspector() {
  const name = '@modelcontextprotocol/inspector'
  const found = await ensureApart({
    name: `mcp-inspector-${inspectorVersion}`,
    what: 'The MCP inspector',
    packages: [`${name}@${inspectorVersion}`],
  })
  if (found.missing !== undefined) return found
  return { program: path.join(found.folder, 'node_modules', '.bin', 'mcp-inspector') }
}
