import { Send, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { RowMenu } from '#web/ui/data/RowMenu.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Example, Line, LONG_NAME } from './Example.tsx'

const overlays = ['Dialog', 'ConfirmDialog', 'AlertDialog', 'Drawer', 'Drawer de la derecha'] as const

/** What opens over the page. */
export function OverlayExamples() {
  const [opened, setOpened] = useState<(typeof overlays)[number] | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      <Example name="Dialog">
        <Line>
          {overlays.map((name) => (
            <Button key={name} tone="secondary" onClick={() => setOpened(name)}>
              Abrir {name}
            </Button>
          ))}
        </Line>
        <Dialog
          open={opened === 'Dialog'}
          onClose={close}
          title={LONG_NAME}
          actions={<Button onClick={close}>Listo</Button>}
        >
          <p>Lo que se pregunta, en una línea o en varias.</p>
        </Dialog>
        <ConfirmDialog
          open={opened === 'ConfirmDialog'}
          onClose={close}
          onConfirm={close}
          title="¿Pausar el evento?"
          confirmLabel="Pausar"
          tone="danger"
        >
          <p>12 personas tienen entrada.</p>
        </ConfirmDialog>
        <AlertDialog
          open={opened === 'AlertDialog'}
          type="error"
          title="No pudimos cobrar"
          message="Tu banco lo rechazó."
          autoClose={false}
          autoCloseDelay={0}
          onClose={close}
        />
        <Drawer open={opened === 'Drawer'} onClose={close} title="Menú">
          <p>Secciones.</p>
        </Drawer>
        <Drawer open={opened === 'Drawer de la derecha'} from="right" onClose={close} title="Entrada 1.351">
          <p>Su historia.</p>
        </Drawer>
      </Example>
      <Example name="RowMenu">
        <Line>
          {[false, true].map((framed) => (
            <RowMenu
              key={String(framed)}
              framed={framed}
              label={framed ? 'Más acciones' : 'Acciones de Lautaro Paz'}
              items={[
                { key: 'send', label: 'Reenviar invitación', icon: <Send className="size-5" /> },
                {
                  key: 'remove',
                  label: 'Sacar del equipo',
                  tone: 'danger',
                  separated: true,
                  icon: <UserMinus className="size-5" />,
                },
              ]}
            />
          ))}
        </Line>
      </Example>
      <Example name="Toast">
        <Line>
          {(['success', 'error', 'info'] as const).map((tone) => (
            <Button key={tone} tone="secondary" onClick={() => showToast('Guardado', tone)}>
              Aviso {tone}
            </Button>
          ))}
        </Line>
      </Example>
    </>
  )
}
