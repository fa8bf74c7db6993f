import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react'

export interface MenuItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  tone?: 'plain' | 'danger'
  /** Drawn after a line. */
  separated?: boolean
  /** The way there: a link made by the caller (`<Link to=…/>`), whose content is filled in… */
  link?: ReactElement
  /** …or what it does. */
  onSelect?: () => void
}

export interface MenuProps {
  /** The button that opens it, for those who do not see it. */
  label: string
  trigger: ReactNode
  triggerClassName?: string
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  /** A line over the items: who is signed in. */
  header?: ReactNode
}

const loadPanel = () => import('../overlays/MenuPanel.tsx')
const MenuPanel = lazy(loadPanel)

/** A button that opens a menu. What draws the open menu is fetched when a pointer or the focus comes near. */
export function Menu(props: MenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  const closed = (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={props.triggerClassName}
      onPointerEnter={() => void loadPanel()}
      onFocus={() => void loadPanel()}
      onClick={() => setIsWanted(true)}
    >
      {props.trigger}
    </button>
  )
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <MenuPanel {...props} />
    </Suspense>
  )
}
