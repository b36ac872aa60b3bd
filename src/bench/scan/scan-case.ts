// This program scans the photos in a folder in a separate process, so that its memory can be
// measured.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scanTo3d } from '#engine/scan/scan-to-3d.ts'

const [folder = '', target = ''] = process.argv.slice(2)
const files = (await readdir(folder)).filter((file) => file.endsWith('.jpg')).toSorted()
const start = process.cpuUsage()
try {
  const { glb, report } = await scanTo3d(
    { count: files.length, read: (index) => readFile(join(folder, files[index])) },
    {},
  )
  await writeFile(target, glb)
  const { user, system } = process.cpuUsage(start)
  const figures = {
    seconds: (user + system) / 1e6,
    peakMib: process.resourceUsage().maxRSS / 1024,
    used: report.photos.filter(({ problem }) => !problem).length,
    sizeMm: report.sizeMm,
  }
  process.stdout.write(JSON.stringify(figures))
} catch (error) {
  process.stdout.write(JSON.stringify({ failure: (error as Error).message }))
}
