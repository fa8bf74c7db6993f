import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { refundReason } from '#contract/sales/refunds.ts'
import { previewMassRefund, startMassRefund, type MassRefundPreview } from '#contract/sales/refunds-mass.ts'
import { endpointQuery } from '#web/api/query.ts'
import { confirmationInput } from '../events/confirmation-input.ts'
import { ConfirmationField } from '../events/ConfirmationField.tsx'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { grouped } from '#contract/values/numbers.ts'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { durationWords, totalWords } from '#web/features/refunds/refund-words.ts'

/** What giving a whole event back would do, and what must be typed before it begins. */
export function MassRefundStart({ eventId, onStart }: { eventId: string; onStart?: () => void }) {
  const query = endpointQuery(previewMassRefund, { params: { id: eventId } }, { fresh: true })
  // What is about to be confirmed is never shown from memory.
  return (
    <Loaded
      read={useQuery({ ...query, gcTime: 0 })}
      label="Calculando la devolución"
      rows={4}
      errorText="No pudimos calcular la devolución"
    >
      {(preview) => <Preview preview={preview} onStart={onStart} />}
    </Loaded>
  )
}

function Preview({ preview, onStart }: { preview: MassRefundPreview; onStart: (() => void) | undefined }) {
  const { event, refundable, platformShare, inPerson, free, used, disputed, tooOld } = preview
  const left = [
    ['Ya se devolvió', preview.alreadyRefunded.count > 0 && totalWords(preview.alreadyRefunded)],
    ['Ya está en camino', preview.open.count > 0 && totalWords(preview.open)],
    ['Se vendió en mano: se devuelve en mano', inPerson.count > 0 && totalWords(inPerson)],
    ['Ya se usó', used.count > 0 && totalWords(used)],
    ['En reclamo con el banco', disputed.count > 0 && totalWords(disputed)],
    ['Pasaron más de 180 días', tooOld.count > 0 && totalWords(tooOld)],
    ['Gratis', free > 0 && totalWords({ count: free, amount: 0 }).split(' · ')[0]],
  ].filter(([, words]) => words)
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Stats label="Lo que se devolvería">
        <Stat
          label="Se devuelve"
          value={formatExactMoney(toCents(refundable.amount))}
          note={`${grouped(refundable.count)} ${refundable.count === 1 ? 'entrada' : 'entradas'}`}
        />
        <Stat
          label="Sale de la cuenta que cobró"
          value={formatExactMoney(toCents(refundable.amount - platformShare))}
          note={`y ${formatExactMoney(toCents(platformShare))} del cargo por servicio`}
        />
        <Stat
          label="Tarda"
          value={<span className="block first-letter:uppercase">{durationWords(preview.seconds)}</span>}
          note="Se puede pausar y seguir"
        />
      </Stats>
      {left.length > 0 && (
        <Section card title="Lo que queda como está">
          <Facts>
            {left.map(([label, words]) => (
              <Fact key={String(label)} label={String(label)}>
                {words}
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
      {refundable.count === 0 ? (
        <EmptyState
          title="No queda nada por devolver"
          action={
            <Link to={paths.eventRefunds(event.id)} className="link">
              Ver los reembolsos
            </Link>
          }
        />
      ) : (
        <StartForm preview={preview} onStart={onStart} />
      )}
    </div>
  )
}

function StartForm({ preview, onStart }: { preview: MassRefundPreview; onStart: (() => void) | undefined }) {
  const { event, confirmation, refundable } = preview
  const form = useSubmit(startMassRefund, {
    schema: z.object({
      reason: refundReason,
      confirmation: confirmation === null ? z.string() : confirmationInput(confirmation),
    }),
    defaults: { reason: preview.reason ?? '', confirmation: '' },
    draft: { name: `devolucion-masiva:${event.id}`, without: ['confirmation'] },
    failures: { confirmation_mismatch: 'confirmation' },
    toInput: ({ reason, ...typed }) => ({
      params: { id: event.id },
      body: { reason, ...(confirmation !== null && typed) },
    }),
    done: 'Empezó la devolución',
    onDone: () => onStart?.(),
  })
  return (
    <Card asChild className="p-5">
      <section aria-label="Empezar la devolución">
        {event.isOnSale && (
          <Notice tone="warning" announced="never" className="mb-5">
            El evento está a la venta{event.startDate ? ` (${formatMoment(event.startDate)})` : ''}: lo que se venda
            después de empezar no se devuelve. Pausá la venta o cancelá el evento antes.
          </Notice>
        )}
        <Form
          form={form}
          submit={`Devolver todo: ${formatExactMoney(toCents(refundable.amount))}`}
          button={{ tone: 'danger' }}
        >
          <p>
            Cada persona recibe lo que pagó, con el cargo por servicio, por el medio con que pagó, y su entrada deja de
            valer. La comisión que Mercado Pago cobró por cada venta no vuelve. Lo que Mercado Pago ya devolvió no
            vuelve atrás.
          </p>
          <TextArea
            label="Por qué"
            hint="Queda en el historial y en el informe."
            rows={3}
            maxLength={500}
            {...form.field('reason')}
          />
          {confirmation !== null && (
            <ConfirmationField text={confirmation} eventName={event.name} {...form.field('confirmation')} />
          )}
        </Form>
      </section>
    </Card>
  )
}
