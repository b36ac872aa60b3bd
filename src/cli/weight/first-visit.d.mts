export function firstVisitKib(
  clientFolder: string,
  chunk: string,
  later?: readonly string[],
): number
