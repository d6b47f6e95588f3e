import type { Language } from './language';

export const portuguese: Language = {
  tag: 'pt',
  fillers: ['por', 'favor', 'sim', 'ok', 'certo', 'bom', 'agora', 'então'],
  assents: ['sim', 'ok', 'certo'],
  nudges: [
    /^(?:continua|continue|continuar|continues|prossiga|prosseguir|segue|siga|vai|pode continuar|tenta de novo|tente de novo|tente novamente|de novo|novamente|outra vez|repete|próximo|adiante)(?: (?:com (?:isso|a tarefa|o trabalho)|assim))?$/,
  ],
  pokes: [/^(?:olá|ola|oi|está aí|ta aí|você está aí|alguém aí)$/],
  resumes: [/^(?:por favor )?(?:continua|continue|prossiga)\b/],
  complaints: [
    /\b(?:sem|nenhuma|não houve|não recebi|não veio) (?:resposta|saída)\b/,
    /\b(?:não|nao) (?:respondeu|responde|respondes|respondeste)\b/,
    /\b(?:parou|travou|parado|travado|congelou)(?: (?:de novo|outra vez|novamente))?$/,
    /\bresposta (?:vazia|em branco)\b/,
  ],
  openers: [/^(?:não|nao|para|pare|espera|espere|calma)\b/],
  corrections: [
    /\b(?:não|nao|nunca) (?:mude|altere|toque|mexa|modifique|edite|apague|escreva|use|faça|execute|crie)\b/,
  ],
  retractions: [
    /\bainda não\b/,
    /\b(?:em vez de|ao invés de|errado|desfaça|desfaz|reverta|isso não é)\b/,
    /\b(?:primeiro|antes)\b.{0,60}\b(?:leia|lê|veja|ler)\b|\b(?:leia|lê|veja)\b.{0,60}\bprimeiro\b/,
  ],
  steering: [/\b(?:só|somente|apenas|primeiro|antes|mas|sem|não|você deve|deves)\b/],
  promises: [
    /\b(?:vou|agora vou|deixe me) (?:verificar|ler|executar|editar|corrigir|criar|escrever|adicionar|procurar|atualizar)\b/,
  ],
  silence: [/\bnão (?:responda|precisa responder|é preciso responder)\b/],
  common:
    'o a os as um uma e ou mas se que de do da em com por para é são não no na ao isso este esta como mais já'.split(
      ' ',
    ),
};
