import { Button } from '#ui/actions/button.tsx'

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

export const MoreButton = ({ pages, children }: { pages: Pages; children: string }) =>
  pages.hasNextPage && (
    <Button
      size="sm"
      variant="ghost"
      className="mt-2 w-full"
      isLoading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {children}
    </Button>
  )
