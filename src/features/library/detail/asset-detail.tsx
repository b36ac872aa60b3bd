import { useQuery } from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import Download from 'lucide-react/icons/download'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import Trash2 from 'lucide-react/icons/trash'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import type { Asset, Recipe } from '#contract/assets.ts'
import { fileName } from '#lib/format.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import { assetQuery, chatOfAssetQuery } from '#queries/assets.ts'
import { useIsOwn } from '#queries/shared-with-me.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { useEscape } from '#ui/actions/use-escape.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { loadFile, ShareFileButton } from '#ui/sharing/share-file-button.tsx'
import { t } from '#languages/library.ts'
import { AssetAgain, AssetUses } from './asset-again.tsx'
import { AssetFacts } from './asset-facts.tsx'
import { AssetLabels } from './asset-labels.tsx'
import { AssetName } from './asset-name.tsx'
import { AssetRecipe } from './asset-recipe.tsx'
import { AssetVersions } from './asset-versions.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ShareModelDialog } from './share-model-dialog.tsx'
import { StarButton } from './star-button.tsx'
import { ChangeActions } from '../changes/change-actions.tsx'
import { Thumbnail } from '../list/thumbnail.tsx'
import { NextSteps } from '../steps/next-steps.tsx'
import { useTrash } from '../queries/use-trash.ts'

type AssetDetailProps = {
  id: string
  known: Asset | undefined
  nameOfModel: (id: string) => string
}

export const AssetDetail = (props: AssetDetailProps) => <OneAssetDetail key={props.id} {...props} />

function OneAssetDetail({ id, known, nameOfModel }: AssetDetailProps) {
  const [, navigate] = useLocation()
  const { data: asset = known, error } = useQuery({
    ...assetQuery(id),
    enabled: known === undefined,
  })
  const panel = useRef<HTMLElement>(null)
  const close = () => navigate('/library')

  // While the panel covers the list, the keyboard focus must not be in the list.
  useEffect(() => {
    if (panel.current && getComputedStyle(panel.current).position === 'absolute') {
      panel.current.focus()
    }
  }, [])
  useEscape(close)

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={asset ? t('Details of {name}', { name: asset.name }) : t('Details')}
      className="absolute inset-0 z-10 flex animate-appear flex-col overflow-y-auto bg-surface outline-none md:start-auto md:w-92 md:border-s md:border-line md:shadow-overlay xl:static xl:shrink-0 xl:animate-none xl:shadow-none"
    >
      <IconButton
        label={t('Close details')}
        icon={<X aria-hidden />}
        variant="secondary"
        onClick={close}
        className="absolute top-3 end-3 z-10"
      />
      {asset ? (
        <Detail
          asset={asset}
          modelName={asset.recipe && nameOfModel(asset.recipe.modelId)}
          onDeleted={close}
        />
      ) : (
        <div className="grid min-h-full place-items-center">
          {error ? <Missing error={error} onClose={close} /> : <Spinner label={t('Loading')} />}
        </div>
      )}
    </aside>
  )
}

type DetailProps = { asset: Asset; modelName: string | undefined; onDeleted: () => void }

function Detail({ asset, modelName, onDeleted }: DetailProps) {
  const [, navigate] = useLocation()
  const [isDeleting, setIsDeleting] = useState(false)
  // Links with `?share` open the dialog.
  const [isSharing, setIsSharing] = useState(new URLSearchParams(useSearch()).has('share'))
  const { throwAway, takeBack, isBusy } = useTrash()
  const isTrashed = asset.deletedAt !== undefined
  const owns = useIsOwn(asset.id)
  const isOwn = owns !== false
  const extension = endingOfModel(asset.mimeType)
  return (
    <>
      <Thumbnail
        url={asset.thumbnailUrl}
        className="max-h-[50dvh] w-full shrink-0 max-md:max-h-[34dvh]"
      />
      <div className="flex flex-col gap-6 p-4 pb-8 md:p-5">
        <div>
          <AssetName asset={asset} />
          <div className="mt-3 flex gap-2">
            {isTrashed ? (
              <Button
                variant="primary"
                icon={<Undo2 aria-hidden />}
                isLoading={isBusy}
                onClick={() => takeBack(asset)}
                className="flex-1"
              >
                {t('Restore')}
              </Button>
            ) : (
              <Button
                variant="primary"
                icon={<Box aria-hidden />}
                onClick={() => navigate(`/asset/${asset.id}`)}
                className="flex-1"
              >
                {t('Open in studio')}
              </Button>
            )}
            <ShareFileButton
              label={extension.toUpperCase()}
              name={fileName(asset.name, extension)}
              mimeType={asset.mimeType}
              make={() => loadFile(asset.url)}
              isIcon
            />
            {!isTrashed && isOwn && <StarButton asset={asset} />}
            {isOwn && (
              <IconButton
                label={isTrashed ? t('Delete permanently') : t('Delete')}
                icon={<Trash2 aria-hidden />}
                variant="secondary"
                className="not-coarse:size-8.5!"
                disabled={isBusy}
                onClick={() => (isTrashed ? setIsDeleting(true) : throwAway(asset, onDeleted))}
              />
            )}
          </div>
        </div>
        <div className="-mt-4 flex flex-wrap gap-2 *:grow *:basis-2/5">
          <DownloadLink asset={asset} />
          {!isTrashed && isOwn && <AssetUses asset={asset} onShare={() => setIsSharing(true)} />}
        </div>
        {!isTrashed && isOwn && <AssetAgain asset={asset} />}
        {!isTrashed && isOwn && <ChangeActions asset={asset} />}
        {!isTrashed && isOwn && <NextSteps asset={asset} />}
        {!isTrashed && isOwn && <AssetVersions asset={asset} />}
        {!isTrashed && isOwn && (
          <Block title={t('Tags and folder')}>
            <AssetLabels asset={asset} />
          </Block>
        )}
        <Block title={t('Model')}>
          <AssetFacts asset={asset} />
        </Block>
        <Block title={t('Recipe')}>
          {asset.recipe && modelName !== undefined ? (
            <MadeBy asset={asset} recipe={asset.recipe} modelName={modelName} />
          ) : (
            <p className="text-ink-muted">
              {t('Imported from a file. How it was made is not known.')}
            </p>
          )}
        </Block>
      </div>
      <ShareModelDialog
        asset={asset}
        isOpen={isSharing && owns === true}
        onClose={() => {
          setIsSharing(false)
          navigate(`/library/${asset.id}`, { replace: true })
        }}
      />
      <DeleteDialog
        asset={asset}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDeleted={onDeleted}
      />
    </>
  )
}

const DownloadLink = ({ asset }: { asset: Asset }) => {
  const extension = endingOfModel(asset.mimeType)
  return (
    <LinkButton
      aria-label={t('Download {extension}', { extension: extension.toUpperCase() })}
      href={asset.url}
      download={fileName(asset.name, extension)}
      icon={<Download aria-hidden />}
    >
      {t('Download')}
    </LinkButton>
  )
}

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1.5 text-xs font-medium text-ink-muted">{title}</h3>
    {children}
  </section>
)

const Missing = ({ error, onClose }: { error: Error; onClose: () => void }) => (
  <EmptyState
    icon={<FileQuestion />}
    title={
      error instanceof ApiError && error.code === 'not_found'
        ? t('This model no longer exists')
        : t('This model could not be loaded')
    }
    action={<Button onClick={onClose}>{t('Back to the library')}</Button>}
  >
    {explainError(error)}
  </EmptyState>
)

type MadeByProps = { asset: Asset; recipe: Recipe; modelName: string }

function MadeBy({ asset: { id, pictureUrl }, recipe, modelName }: MadeByProps) {
  const { data: chat } = useQuery(chatOfAssetQuery(id))
  return (
    <AssetRecipe
      chat={chat ?? undefined}
      recipe={recipe}
      pictureUrl={pictureUrl}
      modelName={modelName}
    />
  )
}
