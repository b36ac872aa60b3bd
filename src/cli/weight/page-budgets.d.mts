export function comparePages(
  clientFolder: string,
  budgets: Record<string, { kib: number; chunk: string; later?: string[] }>,
): { name: string; now: number; kib: number; hasGrown: boolean }[]
