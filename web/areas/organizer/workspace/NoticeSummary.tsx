import { formatMoment } from '#contract/values/dates.ts'
import { retryNotice, type Notice as SentNotice } from '#contract/events/notices.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** Whom a notice was for, and the way to send it again. */
export function NoticeSummary({ eventId, notice, mayAct }: { eventId: string; notice: SentNotice; mayAct: boolean }) {
  const retrying = useAct(retryNotice, {
    input: ({ id }: SentNotice) => ({ params: { id: eventId, noticeId: id } }),
    title: '¿Volver a intentar?',
    description: ({ failed }) =>
      `Les escribimos de nuevo a ${counted(failed, 'persona que no lo recibió', 'personas que no lo recibieron')}. Al resto no le llega otra vez.`,
    confirm: 'Volver a intentar',
    done: 'El aviso está saliendo de nuevo',
  })
  const { kind, createdAt, startedBy, failed, queued, people } = notice
  return (
    <Section
      title={kind === 'cancelled' ? 'Aviso de cancelación' : 'Aviso de cambio de fecha o lugar'}
      hint={[formatMoment(createdAt), startedBy, counted(people, 'persona', 'personas')].filter(Boolean).join(' · ')}
      className="mb-6"
    >
      {failed > 0 && (
        <Notice
          tone="warning"
          action={
            mayAct && (
              <Button size="s" tone="secondary" disabled={queued > 0} onClick={() => retrying.ask(notice)}>
                Volver a intentar
              </Button>
            )
          }
        >
          {counted(failed, 'persona no lo recibió', 'personas no lo recibieron')}. Si tenés otra forma de{' '}
          {failed === 1 ? 'contactarla, avisale' : 'contactarlas, avisales'} vos también.
        </Notice>
      )}
      {retrying.dialog}
    </Section>
  )
}
