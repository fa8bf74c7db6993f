import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { GoogleButton } from '#web/features/sign-in/GoogleButton.tsx'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import type { ChoiceTotals } from './choice.ts'
import type { ChosenDrink } from './drinks-choice.ts'
import { BarTotal } from './OrderSummary.tsx'
import { firstGroup, heldBefore } from './typed-before.ts'

interface FirstFieldsProps {
  totals: ChoiceTotals
  drinks: readonly ChosenDrink[]
  /** On the button. */
  label: string
  canPay: boolean
  isPressed: boolean
  /** False: something else is typed since. */
  onPress: (isPressed: boolean) => void
}

/**
 * Stands in for `GuestForm` until its code is here: the fields of the page's first HTML as they are, and the button. What is typed
 * and pressed meanwhile, the form takes over.
 */
export function FirstFields({ totals, drinks, label, canPay, isPressed, onPress }: FirstFieldsProps) {
  const [group] = useState(firstGroup)
  const [held] = useState(heldBefore)
  const { pathname, search } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (group) box.current?.append(group)
    held?.focus()
  }, [group, held])
  // After the page itself began at its top.
  useEffect(() => {
    held?.scrollIntoView({ block: 'center' })
  }, [held])
  if (!group) return <Skeleton className="mt-4 h-72" />
  return (
    <div className="mt-5 border-t border-linea pt-5">
      <GoogleButton other="o sin cuenta" onLeave={() => rememberRedirect(pathname + search)} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onPress(true)
        }}
        onInput={() => onPress(false)}
        className="flex flex-col gap-5"
      >
        <div ref={box} />
        <BottomBar>
          <div className="flex flex-row-reverse flex-wrap gap-3 *:first:flex-[1_1_11rem] md:flex-row md:*:first:flex-none">
            <Button type="submit" wide narrow="phones" busy={isPressed} disabled={!canPay}>
              {label}
            </Button>
            <BarTotal totals={totals} drinks={drinks} />
          </div>
        </BottomBar>
      </form>
    </div>
  )
}
