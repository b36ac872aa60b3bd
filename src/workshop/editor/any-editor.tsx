import Download from 'lucide-react/icons/download'
import { LinkButton } from '#ui/actions/button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/viewer.ts'
import { useGlb } from '../work/use-glb.ts'
import { ModelEditor, type EditorProps } from './editor.tsx'

/** Renders the editor for a stored model of any format, after converting other formats than GLB. */
export const AnyModelEditor = (props: EditorProps) =>
  /\.glb$/i.test(props.model.fileName) ? <ModelEditor {...props} /> : <MadeEditor {...props} />

function MadeEditor({ model, ...props }: EditorProps) {
  const glb = useGlb(model)
  const kind = model.fileName.slice(model.fileName.lastIndexOf('.') + 1).toUpperCase()
  if (glb.status === 'opening') {
    return (
      <div className="absolute inset-0 grid place-items-center text-ink-faint">
        <Spinner label={t('Opening the model')} className="size-5" />
      </div>
    )
  }
  if (glb.status === 'ready') {
    const made = { ...model, url: glb.url, downloadUrl: model.url, madeFrom: kind }
    return <ModelEditor {...props} model={made} />
  }
  return (
    <div className="absolute inset-0 grid place-items-center p-4">
      <div className="max-w-md text-center">
        <p role="alert" className="mb-1 font-medium">
          {t('{kind} could not be shown', { kind })}
        </p>
        <p className="mb-4 text-pretty text-ink-muted">
          {t('{reason} You can still download the file.', { reason: glb.reason })}
        </p>
        <LinkButton href={model.url} download={model.fileName} icon={<Download aria-hidden />}>
          {t('Download {kind}', { kind })}
        </LinkButton>
      </div>
    </div>
  )
}
