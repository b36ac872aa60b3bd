import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { explain } from '#api/http/errors.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { toPicture, type Picture } from './state/picture.ts'

/** Stored pictures that are looked through for the one that is meant. */
const lookedThrough = 100

/** Takes the stored picture that `?picture=` names, once: the chat leads here with one of its own. */
export function useLinkedPicture(isActive: boolean, onPicture: (picture: Picture) => void): void {
  const id = new URLSearchParams(useSearch()).get('picture')
  const [path, navigate] = useLocation()
  const take = useEffectEvent((wanted: string) => {
    navigate(path, { replace: true })
    const listed = import('#api/pictures.ts').then(({ listPictures }) =>
      listPictures(lookedThrough),
    )
    listed.then(
      ({ pictures }) => {
        const found = pictures.find((picture) => picture.id === wanted)
        // An older one is still what its address says; only its size is not known here.
        onPicture(
          found
            ? toPicture(found)
            : { id: wanted, url: `/api/files/${wanted}/content`, name: 'Picture' },
        )
      },
      (error: unknown) =>
        showToast({ title: 'Could not load the picture', detail: explain(error), kind: 'error' }),
    )
  })
  useEffect(() => {
    if (isActive && path === '/' && id !== null) take(id)
  }, [isActive, path, id])
}
