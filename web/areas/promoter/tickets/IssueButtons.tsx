import { Banknote, Gift } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import type { Promo } from '#contract/promoters/promos.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'

const loadDialog = async () => ({ default: (await import('./IssueDialog.tsx')).IssueDialog })
const IssueDialog = lazy(loadDialog)

interface IssueButtonsProps {
  eventId: string
  promo: Pick<Promo, 'maxUses' | 'canSellInPerson'>
}

/** «Dar cortesía» and «Vender» within the thumb's reach, and their dialogs; nothing for who was granted nothing. */
export function IssueButtons({ eventId, promo: { maxUses, canSellInPerson } }: IssueButtonsProps) {
  const [asked, setAsked] = useDialogAddress('generar')
  const issue = asked === 'venta' ? 'sale' : 'courtesy'
  const gives = maxUses > 0
  const may = gives || canSellInPerson
  // At a door every tap counts: the dialog is there before it is asked for.
  useEffect(() => {
    if (may) void loadDialog().catch(() => undefined) // it is tried again, and its failure shown, when it is opened
  }, [may])
  return (
    <>
      {may && (
        <BottomBar className="md:mt-6">
          <div className="flex gap-3">
            {gives && (
              <Button wide icon={<Gift className="size-5" />} onClick={() => setAsked('cortesia')}>
                Dar cortesía
              </Button>
            )}
            {canSellInPerson && (
              <Button
                wide
                tone={gives ? 'secondary' : 'primary'}
                icon={<Banknote className="size-5" />}
                onClick={() => setAsked('venta')}
              >
                Vender
              </Button>
            )}
          </div>
        </BottomBar>
      )}
      {asked !== null && (
        <Suspense fallback={null}>
          <IssueDialog key={issue} eventId={eventId} issue={issue} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}
