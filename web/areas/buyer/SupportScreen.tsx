import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { ContactForm } from '#web/features/contact/ContactForm.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Disclosure } from '#web/ui/data/Disclosure.tsx'

interface Question {
  readonly asked: string
  readonly answer: ReactNode
}

const to = (path: string, text: string) => (
  <Link to={path} className="link">
    {text}
  </Link>
)

const TOPICS: readonly { readonly title: string; readonly questions: readonly Question[] }[] = [
  {
    title: 'Entradas y QR',
    questions: [
      {
        asked: 'No me llegó la entrada',
        answer: (
          <>
            Está siempre en {to(paths.clientDashboard(), 'Entradas')}: desde ahí podés mandártela de nuevo. Si recién
            pagaste, mirá en {to(paths.clientHistory(), 'Compras')} si el pago ya se acreditó.
          </>
        ),
      },
      {
        asked: '¿Y si no tengo señal en la puerta?',
        answer:
          'Abrí la entrada antes de salir: queda en el teléfono y funciona sin conexión. También sirve el PDF del mail, en pantalla o impreso.',
      },
      {
        asked: 'El QR no se lee',
        answer:
          'Subí el brillo de la pantalla. Si igual no se lee, en la puerta pueden escribir el número que está bajo el QR.',
      },
      {
        asked: '¿Puede entrar alguien más con mi QR?',
        answer:
          'Cada QR entra una sola vez: no lo publiques ni lo compartas. Para que vaya otra persona, transferile la entrada.',
      },
    ],
  },
  {
    title: 'Transferir',
    questions: [
      {
        asked: '¿Cómo le paso una entrada a otra persona?',
        answer: (
          <>
            En {to(paths.clientDashboard(), 'Entradas')}, tocá «Transferir a otra persona» y poné su teléfono. Si
            todavía no tiene cuenta, decinos a nombre de quién va.
          </>
        ),
      },
      {
        asked: '¿Se puede deshacer?',
        answer:
          'No: pasa a ser de la otra persona en el momento, que te la puede devolver igual. Cada entrada se transfiere hasta 3 veces, y podés transferir hasta 5 por día.',
      },
    ],
  },
  {
    title: 'Devoluciones',
    questions: [
      {
        asked: 'Me arrepentí de la compra',
        answer: (
          <>
            Tenés 10 días desde que recibiste la entrada, y hasta 24 horas antes del evento, si no la usaste. No hace
            falta que digas por qué y te devolvemos todo, también el cargo por servicio. Usá el{' '}
            {to(paths.refundPolicy(), 'Botón de Arrepentimiento')}.
          </>
        ),
      },
      {
        asked: 'Se canceló o cambió de fecha el evento',
        answer:
          'Si se canceló, te devolvemos todo y te avisamos. Si cambió la fecha o el lugar, tenés 10 días desde el aviso para pedir la devolución completa.',
      },
      {
        asked: '¿Cuándo me llega la plata?',
        answer: (
          <>
            Al mismo medio con que pagaste: enseguida en tu cuenta de Mercado Pago, con tarjeta según tu banco. En{' '}
            {to(paths.clientHistory(), 'Compras')} ves en qué está.
          </>
        ),
      },
    ],
  },
  {
    title: 'Tu cuenta',
    questions: [
      {
        asked: 'Olvidé mi contraseña',
        answer: (
          <>Pedí un enlace para elegir otra en {to(paths.forgotPassword(), 'Recuperar contraseña')}. Dura 30 minutos.</>
        ),
      },
      {
        asked: 'Quiero cambiar mi teléfono o mi mail',
        answer: (
          <>
            Desde {to(paths.editProfile(), 'Editar perfil')}: hasta que confirmes el nuevo con su código, vale el
            anterior.
          </>
        ),
      },
      {
        asked: 'Quiero borrar mi cuenta',
        answer: (
          <>Podés pedirlo en {to(paths.deleteAccount(), 'Eliminar mi cuenta')}. Te mostramos antes qué se pierde.</>
        ),
      },
    ],
  },
]

/** Answers to what people ask most, and a way to ask the rest. */
function SupportScreen() {
  return (
    <>
      <PageHeader title="¿En qué te ayudamos?" />
      <div className="flex flex-col gap-9">
        {TOPICS.map(({ title, questions }) => (
          <Section key={title} title={title} look="eyebrow">
            <Card className="divide-y divide-linea">
              {questions.map(({ asked, answer }) => (
                <Disclosure key={asked} title={asked} look="row">
                  <p className="leading-relaxed text-humo">{answer}</p>
                </Disclosure>
              ))}
            </Card>
          </Section>
        ))}
        <Section
          title="¿No está lo que buscás?"
          look="display"
          hint="Escribinos: contesta una persona dentro de las 48 horas hábiles. Si es para esta noche, mandanos un WhatsApp."
        >
          <ContactForm topic="tickets" />
          <LinkButton
            tone="secondary"
            className="mt-3 self-start"
            href={`https://wa.me/${brand.supportWhatsapp.slice(1)}`}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle size={18} /> WhatsApp
          </LinkButton>
        </Section>
      </div>
    </>
  )
}

export { SupportScreen as Component }
