import { Plus, type LucideIcon } from 'lucide-react'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Button } from '#web/ui/base/Button.tsx'

export interface CreateAct {
  readonly label: string
  readonly icon?: LucideIcon
  /** The screen that creates, or what opens the dialog. */
  readonly to?: string
  readonly onClick?: () => void
}

/** Creates a row of a list: `ListView` draws it in the header, within the thumb's reach on a phone, and in the empty face. */
export function CreateButton({ act, wide = false }: { act: CreateAct; wide?: boolean }) {
  const { label, icon: Icon = Plus, to, onClick } = act
  const icon = <Icon className="size-5" />
  if (to === undefined) {
    return (
      <Button wide={wide} icon={icon} onClick={onClick}>
        {label}
      </Button>
    )
  }
  return (
    <ScreenButton wide={wide} to={to}>
      {icon}
      {label}
    </ScreenButton>
  )
}
