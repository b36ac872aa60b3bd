import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useEffectEvent } from 'react'
import type { Model3d } from '#contract/models.ts'
import { models3d, modelsQuery } from '#queries/models.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { prefetch } from '#ui/layout/prefetch.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { usePictureDrop } from './picture/use-picture-drop.ts'
import { useUpload } from './picture/use-upload.ts'
import { useWaitingPicture } from './use-waiting-picture.ts'
import type { StudioPicture } from './state/picture.ts'
import { readMainPicture } from './state/main-picture.ts'
import { useSharedFiles } from './use-shared-files.ts'
import { sampleFileName, type Sample } from './state/queries.ts'
import { useLocation, useSearch } from 'wouter'
import { reportFailure } from '#ui/feedback/report-failure.ts'

const loadModels = async () => (await import('#model-files/import/own-models.ts')).ownModels
const loadOpening = async () => (await import('./canvas/open-models.ts')).openModels
const loadTaking = () => import('./picture/take-picture.ts')

export function usePictureInput(model: Model3d, isActive: boolean) {
  const main = readMainPicture(model.paramSchema)
  const client = useQueryClient()
  const getModels = () => {
    const list = client.getQueryData(modelsQuery().queryKey)
    return list ? models3d(list) : [model]
  }
  const take = async (picture: StudioPicture) =>
    (await loadCode(loadTaking)).placePicture(model, picture, getModels())
  const hasWell = main !== undefined && main.places === undefined
  const upload = useUpload(main?.rules, take, hasWell)
  useWaitingPicture()
  useEffect(() => {
    prefetch(loadModels)
    prefetch(loadTaking)
  }, [])
  useLinkedPicture(isActive, take)
  useEffect(() => {
    if (hasWell || upload.state.status !== 'failed') return
    // Models with several sides have no field that could show an upload error.
    showToast({ kind: 'error', title: t('The picture was not used'), detail: upload.state.message })
    upload.reset()
  }, [hasWell, upload])
  const [many, setMany] = useState<readonly File[]>([])
  const takeFiles = async (files: readonly File[]) => {
    const models = (await loadCode(loadModels))(files)
    if (models.length > 0) return (await loadCode(loadOpening))(models, client)
    const pictures = files.filter(isPicture)
    const [file] = pictures.length > 0 ? pictures : files
    if (pictures.length > 1) setMany(pictures)
    else if (file) upload.send(file, file.name === '' ? t('Pasted picture') : file.name)
  }
  useSharedFiles(isActive, takeFiles)
  const drop = usePictureDrop(isActive, {
    files: (files) => void takeFiles(files),
    address: upload.fetchFrom,
    nothing: () =>
      upload.refuse(t('That is not a file. Save the picture first, then drop it here.')),
  })

  return {
    upload,
    drop,
    takeFiles: (files: readonly File[]) => void takeFiles(files),
    replacePicture: async (picture: StudioPicture | undefined) =>
      (await loadCode(loadTaking)).replaceMainPicture(picture, getModels()),
    takeSample: (sample: Sample) =>
      upload.send(
        loadCode(loadTaking).then(({ fetchSample }) => fetchSample(sample)),
        sampleFileName(sample),
      ),
    /** Undefined if the model takes no picture. */
    rules: main?.rules,
    many,
    manyClosed: () => setMany([]),
  }
}

/** Some systems report no MIME type for these file extensions. */
const isPicture = ({ type, name }: File): boolean =>
  type.startsWith('image/') || /\.(heic|heif|avif|tiff?)$/i.test(name)

/**
 * Handles `?picture=`, a link to a stored picture, for example from a chat. Uses the picture and
 * removes the query parameter.
 */
function useLinkedPicture(
  isActive: boolean,
  onPicture: (picture: StudioPicture) => Promise<void>,
): void {
  const id = new URLSearchParams(useSearch()).get('picture')
  const [path, navigate] = useLocation()
  const take = useEffectEvent((wanted: string) => {
    navigate(path, { replace: true })
    const found = import('./find-stored-picture.ts').then((code) => code.findStoredPicture(wanted))
    found.then(onPicture).catch(reportFailure(t('Could not load the picture')))
  })
  useEffect(() => {
    if (isActive && path === '/' && id !== null) take(id)
  }, [isActive, path, id])
}
