export const CardRoom = () => (
  <div aria-hidden className="w-full">
    <div className="h-60 sm:h-80" />
    <div className="h-27 sm:h-17" />
  </div>
)
