import { runParts, type BenchPart, type Figures } from '../run-parts.ts'

/** Each part counts the cases that fail. */
const parts: Record<string, () => Promise<BenchPart>> = {
  wire: async () => (await import('./wire.ts')).replayWireCases,
  mcp: async () => (await import('./mcp.ts')).replayMcpCases,
  documents: async () => (await import('./documents.ts')).readDocumentCases,
  imports: async () => (await import('./imports.ts')).countLostImports,
}

/**
 * Replays inputs that other services and programs have really sent, and counts those that are read
 * wrongly. `BOZZETTO_TOLERANCE` selects parts, separated by commas (default: all).
 */
export const tolerance = (): Promise<Figures> => runParts(parts, 'BOZZETTO_TOLERANCE')
