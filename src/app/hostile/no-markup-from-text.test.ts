import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

const sinks =
  /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=[^=]|insertAdjacentHTML|createContextualFragment|document\.write|\beval\(|new Function\(|srcdoc|setHTMLUnsafe/i

/** Script of a sandboxed frame, which cannot reach this page or the network. */
const sandboxedFrame = 'features/chat/preview/react-frame/main.ts'

it('the source code never turns text into markup or code', async () => {
  const found: string[] = []
  let read = 0
  for (const folder of [
    'app',
    'features',
    'workshop',
    'viewer',
    'model-files',
    'ui',
    'api',
    'lib',
  ]) {
    const root = path.resolve('src', folder)
    for (const name of await readdir(root, { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.(?:test|fixture|gpu\.test)\./.test(name)) continue
      read++
      if (`${folder}/${name}` === sandboxedFrame) continue
      const text = await readFile(path.join(root, name), 'utf8')
      if (sinks.test(text)) found.push(`${folder}/${name}`)
    }
  }
  expect(read).toBeGreaterThan(200)
  expect(found).toEqual([])
})
