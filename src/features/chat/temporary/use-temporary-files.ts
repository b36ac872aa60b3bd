import { useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { explainError } from '#lib/explain.ts'
import { picturesInMessageMax } from '#contract/chat/temporary-chat.ts'
import { t } from '#languages/app.ts'
import { readTemporaryFile, UnreadableFileError, type TemporaryFile } from './read-file.ts'

const filesMax = picturesInMessageMax

type Held = {
  files: readonly TemporaryFile[]
  problem: string | undefined
  isReading: boolean
}
const nothing: Held = { files: [], problem: undefined, isReading: false }

export function useTemporaryFiles() {
  const [actions] = useState(createFiles)
  return { ...useStore(actions.store), ...actions }
}

function createFiles() {
  const store = createStore<Held>(() => nothing)
  const { getState, setState } = store
  let reads = 0

  async function add(added: readonly File[]): Promise<void> {
    reads++
    setState({ problem: undefined, isReading: true })
    const room = filesMax - getState().files.length
    for (const file of added.slice(0, room)) {
      try {
        const read = await readTemporaryFile(file)
        setState(({ files }) => ({ files: files.length < filesMax ? [...files, read] : files }))
      } catch (error) {
        setState({
          problem: error instanceof UnreadableFileError ? error.message : explainError(error),
        })
      }
    }
    if (added.length > room) {
      setState({
        problem: t(
          'A message can have at most {filesMax} files. Send these first, then the rest.',
          { filesMax },
        ),
      })
    }
    reads--
    setState({ isReading: reads > 0 })
  }
  return {
    store,
    add,
    remove: (id: string) =>
      setState(({ files }) => ({ files: files.filter((file) => file.id !== id) })),
    whenRead: () =>
      new Promise<Held>((resolve) => {
        const look = (held: Held) => {
          if (held.isReading) return
          stop()
          resolve(held)
        }
        const stop = store.subscribe(look)
        look(getState())
      }),
    clear: () => setState({ files: [], problem: undefined }),
  }
}
