export function firstVisitKib(clientFolder: string, chunk: string): number
