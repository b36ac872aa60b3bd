import { printTable } from '../table.ts'
import { withVite } from '../with-vite.ts'

type Torture = { torture: (say: (line: string) => void) => Promise<Record<string, number>> }

/** Causes all faults after which the server promises to keep its data, and checks the data. */
export const benchTorture = (): Promise<Record<string, number>> =>
  withVite(async (vite) => {
    const { torture } = (await vite.ssrLoadModule('/src/bench/torture/torture.ts')) as Torture
    const figures = await torture((line) => console.log(line))
    printTable([['torture', ''], ...Object.entries(figures)])
    return figures
  })
