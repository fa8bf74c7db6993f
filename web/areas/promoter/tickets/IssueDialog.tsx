import { useState } from 'react'
import type { IssuedTickets } from '#contract/sales/box-office.ts'
import { getPromoByRrpp } from '#contract/sales/box-office-promoters.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#web/api/query.ts'
import { DialogOfRead } from '#web/features/reads/LoadedDialog.tsx'
import { IssuedDialog } from '#web/features/tickets/IssuedDialog.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { blockedWords, leftWords, type Issue } from './issue-limits.ts'
import { IssueForm } from './IssueForm.tsx'
import { PastedListDialog } from './PastedListDialog.tsx'

const titles: Record<Issue, string> = { courtesy: 'Dar cortesía', sale: 'Vender en persona' }
const again: Record<Issue, string> = { courtesy: 'Dar otra', sale: 'Vender otra' }

interface IssueDialogProps {
  eventId: string
  issue: Issue
  onClose: () => void
}

/** A promoter gives a courtesy, or sells in person: to one person, or courtesies to a list that they paste. */
export function IssueDialog({ eventId, issue, onClose }: IssueDialogProps) {
  const [made, setMade] = useState<IssuedTickets | null>(null)
  const [isPasting, setPasting] = useState(false)
  const read = useQuery(endpointQuery(getPromoByRrpp, { params: { id: eventId }, query: {} }, { fresh: true }))
  const title = titles[issue]
  return (
    <DialogOfRead read={read} title={title} label="Cargando tus entradas" onClose={onClose}>
      {(options) => {
        if (made) {
          return (
            <IssuedDialog made={made} more={again[issue]} onMore={() => setMade(null)} onClose={onClose}>
              <p className="mt-2 text-14 text-humo">
                {leftWords(
                  options,
                  issue,
                  options.ticketTypes.find(({ id }) => id === made.type.id),
                )}
              </p>
            </IssuedDialog>
          )
        }
        // A list that is being sent stays, also when its last courtesy is gone.
        if (isPasting) {
          const back = () => setPasting(false)
          return <PastedListDialog eventId={eventId} options={options} onBack={back} onClose={onClose} />
        }
        const blocked = blockedWords(options, issue)
        if (blocked !== null) {
          return (
            <Dialog open onClose={onClose} title={title}>
              <Notice>{blocked}</Notice>
            </Dialog>
          )
        }
        return (
          <IssueForm
            eventId={eventId}
            issue={issue}
            options={options}
            title={title}
            onMade={setMade}
            {...(issue === 'courtesy' && { onPaste: () => setPasting(true) })}
            onClose={onClose}
          />
        )
      }}
    </DialogOfRead>
  )
}
