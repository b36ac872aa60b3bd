import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { Link } from 'wouter'
import { foundServicesQuery } from '#queries/connections.ts'
import { LinkButton } from '#ui/actions/button.tsx'

/** The way from the guide to a language model, and which of them runs here already. */
export function ConnectHint() {
  const { data } = useQuery(foundServicesQuery())
  const names = [...new Set(data?.found.map(({ name }) => name))]
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link href="/settings?connect" asChild>
        <LinkButton variant="primary" icon={<Plug aria-hidden />}>
          Connect a model
        </LinkButton>
      </Link>
      <output className="text-ink-muted">
        {names.length > 0 &&
          `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'runs' : 'run'} on this machine.`}
      </output>
    </div>
  )
}
