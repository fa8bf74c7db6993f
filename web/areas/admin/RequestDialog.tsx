import { useState } from 'react'
import * as z from 'zod/mini'
import {
  decideOrganizerRequest,
  type Decision,
  type OrganizerRequest,
} from '#contract/companies/onboarding-requests.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { paragraph } from '#contract/values/text.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { organizationName, requestStates } from '#web/features/organizer-requests/request-words.ts'
import { SentFacts } from '#web/features/organizer-requests/SentFacts.tsx'
import { showPhone } from '#web/lib/phone.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { Dialog, DialogFrame } from '#web/ui/overlays/Dialog.tsx'
import { RequestPhotos } from './RequestPhotos.tsx'

interface RequestDialogProps {
  request: OrganizerRequest
  onClose: () => void
}

/** One request: what was sent, the documents side by side, and the decision. */
export function RequestDialog({ request, onClose }: RequestDialogProps) {
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <DialogFrame className="sm:max-w-3xl">
      {decision ? (
        <DecisionDialog request={request} decision={decision} onBack={() => setDecision(null)} onClose={onClose} />
      ) : (
        <Overview request={request} onDecide={setDecision} onClose={onClose} />
      )}
    </DialogFrame>
  )
}

function Overview({ request, onDecide, onClose }: RequestDialogProps & { onDecide: (decision: Decision) => void }) {
  const { id, state, person, company, decision, earlier, hasPhotos } = request
  const { one, tone } = requestStates[state]
  const isOpen = state === 'pending'
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Solicitud de ${organizationName(request)}`}
      actions={
        isOpen ? (
          <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:justify-end">
            <Button tone="quiet" onClick={() => onDecide('reject')}>
              Rechazar
            </Button>
            <Button tone="secondary" onClick={() => onDecide('needs_changes')}>
              Pedir cambios
            </Button>
            <Button className="max-sm:col-span-2" disabled={!person.isProved} onClick={() => onDecide('approve')}>
              Aprobar
            </Button>
          </div>
        ) : (
          <Button tone="secondary" onClick={onClose}>
            Cerrar
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {isOpen && !person.isProved && (
          <Notice tone="warning" announced="never">
            No verificó su email ni su teléfono: todavía no se puede aprobar.
          </Notice>
        )}
        <div className="grid gap-5 md:grid-cols-2">
          <Section title="Lo que mandó">
            <SentFacts sent={request} />
          </Section>
          <Section title="Su cuenta">
            <Facts>
              <Fact label="Estado">
                <Badge tone={tone}>{one}</Badge>
              </Fact>
              <Fact label="Enviada">{formatMoment(request.sentAt)}</Fact>
              <Fact label="Nombre">{person.name}</Fact>
              <Fact label="Email">{person.mail ?? '—'}</Fact>
              <Fact label="Teléfono">{person.phone ? showPhone(person.phone) : '—'}</Fact>
              {company && <Fact label="Organización">{company.name}</Fact>}
            </Facts>
          </Section>
        </div>
        <RequestPhotos requestId={id} hasPhotos={hasPhotos} />
        {(decision !== null || earlier.length > 0) && (
          <Section title="Decisiones">
            <ul className="flex flex-col gap-3">
              {[...(decision ? [decision] : []), ...earlier].map((each) => (
                <li key={each.decidedAt} className="border-l-2 border-linea pl-3 text-14">
                  <p>
                    {requestStates[each.state].one} · {formatMoment(each.decidedAt)} · {each.decidedBy ?? '—'}
                  </p>
                  {each.reason && <p className="whitespace-pre-line text-humo">{each.reason}</p>}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </Dialog>
  )
}

const WORDS = {
  approve: {
    submit: 'Aprobar y avisarle',
    hint: 'Si querés decirle algo. Va en el mail.',
    done: 'Aprobada: ya puede organizar',
  },
  needs_changes: {
    submit: 'Pedir cambios',
    hint: 'Lo lee tal cual, por mail y WhatsApp.',
    done: 'Le pedimos los cambios',
  },
  reject: {
    submit: 'Rechazar y avisarle',
    hint: 'Lo lee tal cual, por mail y WhatsApp.',
    done: 'Rechazada: le mandamos el motivo',
  },
} as const

const anyReason = z.object({ reason: paragraph({ max: 1000 }) })
const aReason = z.object({ reason: paragraph({ min: 10, max: 1000, short: 'Contale por qué, en al menos 10 letras' }) })

function DecisionDialog({
  request,
  decision,
  onBack,
  onClose,
}: RequestDialogProps & { decision: Decision; onBack: () => void }) {
  const { submit, hint, done } = WORDS[decision]
  const isApproval = decision === 'approve'
  const form = useSubmit(decideOrganizerRequest, {
    schema: isApproval ? anyReason : aReason,
    defaults: { reason: '' },
    draft: `solicitud:${request.id}:${decision}`,
    toInput: ({ reason }) => ({ params: { id: request.id }, body: { decision, reason } }),
    done,
  })
  return (
    <FormDialog
      form={form}
      title={`Solicitud de ${organizationName(request)}`}
      submit={submit}
      button={{ tone: decision === 'reject' ? 'danger' : 'primary' }}
      onBack={onBack}
      quiet
      onClose={onClose}
    >
      {isApproval && (
        <p>
          Se crea la organización <b>{organizationName(request)}</b> y {request.person.name} queda como titular.
        </p>
      )}
      <TextArea label="Motivo" optional={isApproval} hint={hint} rows={4} maxLength={1000} {...form.field('reason')} />
    </FormDialog>
  )
}
