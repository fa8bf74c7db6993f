import { CircleX } from 'lucide-react'

/** What went wrong with the whole form, announced as it appears. */
export function FormProblem({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="flex gap-2 rounded-card border border-rojo px-4 py-3 text-14 font-semibold text-papel">
      <CircleX aria-hidden="true" className="size-5 shrink-0 text-rojo" />
      {message}
    </p>
  )
}
