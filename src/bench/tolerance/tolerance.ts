import { runParts, type BenchPart, type Figures } from '../run-parts.ts'

const parts: Record<string, () => Promise<BenchPart>> = {
  wire: async () => (await import('./wire.ts')).replayWireCases,
  mcp: async () => (await import('./mcp.ts')).replayMcpCases,
  documents: async () => (await import('./documents.ts')).readDocumentCases,
  imports: async () => (await import('./imports.ts')).countLostImports,
}

/**
 * Replays recorded inputs from other services and programs, and counts inputs that the app reads
 * wrongly. `BOZZETTO_TOLERANCE` selects parts, separated by commas (default: all).
 */
export const tolerance = (): Promise<Figures> => runParts(parts, 'BOZZETTO_TOLERANCE')
