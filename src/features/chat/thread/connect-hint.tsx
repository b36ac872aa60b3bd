import Plug from 'lucide-react/icons/plug'
import { Link } from 'wouter'
import { LinkButton } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'

const loadFound = async () => (await import('./found-services.tsx')).FoundServicesHint

export function ConnectHint() {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link href="/settings?connect" asChild>
        <LinkButton variant="primary" icon={<Plug aria-hidden />}>
          Connect a model
        </LinkButton>
      </Link>
      <output className="text-ink-muted">
        <Loaded load={loadFound} props={{}} />
      </output>
    </div>
  )
}
