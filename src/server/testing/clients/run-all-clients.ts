import {
  ensureClaudeCode,
  ensureClientLibraries,
  ensureCodex,
  ensureMcpInspector,
} from '../../../cli/testing/test-clients.mjs'
import {
  runClaudeCode,
  runClaudeCodeTool,
  runCodex,
  runCodexTool,
  runMcpInspector,
} from './run-agents.ts'
import { runScenarios, type ClientTarget, type ScenarioResult } from './run-scenarios.ts'

/**
 * Number of calls in the scenarios whose prompt is too long for the model. Each call must reach the
 * service once.
 */
export const overflowCalls = 7

export async function runAllClients(target: ClientTarget): Promise<ScenarioResult[]> {
  const libraries = await ensureClientLibraries()
  const codex = await ensureCodex()
  const claude = await ensureClaudeCode()
  const inspector = await ensureMcpInspector()
  const missing = [libraries, codex, claude, inspector].find((found) => found.missing !== undefined)
  if (missing?.missing !== undefined) throw new Error(missing.missing)
  return [
    ...(await runScenarios(libraries.folder ?? '', target)),
    await runCodex(codex.program ?? '', target),
    await runCodexTool(codex.program ?? '', target),
    await runClaudeCode(claude.program ?? '', target),
    await runClaudeCodeTool(claude.program ?? '', target),
    await runMcpInspector(inspector.program ?? '', target),
  ]
}
