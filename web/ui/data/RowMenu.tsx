import { EllipsisVertical } from 'lucide-react'
import { classes } from '../base/classes.ts'
import { Menu, type MenuItem } from '../base/Menu.tsx'

export interface RowMenuProps {
  /** Whose acts they are: «Acciones de Fiesta Lunar». */
  label: string
  items: readonly MenuItem[]
  /** Draws a border, for a menu outside a row. */
  framed?: boolean
}

/** The three dots with what else can be done with one thing; nothing where nothing can. */
export function RowMenu({ label, items, framed = false }: RowMenuProps) {
  if (items.length === 0) return null
  return (
    <Menu
      label={label}
      trigger={<EllipsisVertical className="size-5" />}
      triggerClassName={classes(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full',
        framed ? 'border border-linea hover:bg-mesa' : 'hover:bg-mesa-2',
      )}
      items={items}
    />
  )
}
