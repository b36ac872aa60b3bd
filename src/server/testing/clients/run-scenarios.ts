import { spawn } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type ScenarioResult = { name: string; error?: string }

export type ClientTarget = { llm: string; apiKey: string; model: string }

/** Runs the scenarios of the SDKs in a separate process, in the folder with their packages. */
export async function runScenarios(
  folder: string,
  { llm, apiKey, model }: ClientTarget,
): Promise<ScenarioResult[]> {
  const script = path.join(folder, 'scenarios.mjs')
  await copyFile(fileURLToPath(new URL('./scenarios.mjs', import.meta.url)), script)
  const child = spawn(process.execPath, [script], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      CLIENTS_LLM: llm,
      CLIENTS_KEY: apiKey,
      CLIENTS_MODEL: model,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const results: ScenarioResult[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"name"')) results.push(JSON.parse(line) as ScenarioResult)
  }
  return results
}
