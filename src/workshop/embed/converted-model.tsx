import type { ReactNode } from 'react'
import { type StoredModelFile, useGlb } from '../work/use-glb.ts'

type ConvertedModelProps = {
  file: StoredModelFile
  fallback: ReactNode
  renderModel: (glbUrl: string) => ReactNode
}

/** Converts a file of another format to GLB, and renders the result. */
export function ConvertedModel({ file, fallback, renderModel }: ConvertedModelProps) {
  const glb = useGlb(file)
  if (glb.status === 'opening') return fallback
  if (glb.status === 'ready') return renderModel(glb.url)
  return (
    <p role="alert" className="absolute inset-0 grid place-items-center p-4 text-center">
      {glb.reason}
    </p>
  )
}
