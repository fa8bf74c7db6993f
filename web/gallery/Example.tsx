import type { ReactNode } from 'react'

/** One control with its states; `name` is what its file exports. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-labelledby={name} className="border-t border-linea pt-6">
      <h2 id={name} className="mb-4 text-18 font-bold">
        {name}
      </h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  )
}

export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

export const LONG_NAME = 'La Gran Noche de los Músicos, los Bailarines y los Poetas de Villa Gobernador Gálvez'
