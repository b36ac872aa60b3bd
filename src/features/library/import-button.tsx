import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { explain } from '#api/errors.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { useImportAsset } from './queries.ts'

/** Brings a GLB from this computer into the library. */
export function ImportButton() {
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const add = useImportAsset()

  async function take(files: File[]) {
    for (const file of files) {
      try {
        const asset = await add.mutateAsync(file)
        if (files.length === 1) navigate(`/library/${asset.id}`)
      } catch (error) {
        showToast({
          title: `“${file.name}” was not imported`,
          detail: explain(error),
          kind: 'error',
        })
      }
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".glb,model/gltf-binary"
        multiple
        hidden
        onChange={(event) => {
          void take([...(event.target.files ?? [])])
          // The same file chosen again is a new choice.
          event.target.value = ''
        }}
      />
      <Button
        icon={<Upload aria-hidden />}
        isLoading={add.isPending}
        onClick={() => input.current?.click()}
        data-tooltip="Bring in GLB files from this computer"
      >
        Import
      </Button>
    </>
  )
}
