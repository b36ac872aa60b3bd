/** Measures the CPU time of `work` in this process, which does not depend on the machine's load. */
export async function measureCpuMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
