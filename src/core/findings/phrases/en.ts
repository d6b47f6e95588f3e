import type { Language } from './language';

const TASK =
  '(?:it|that|this|everything|all|(?:(?:the|your|our|my|same|previous|last|current|remaining|rest of the) )*(?:task|tasks|work|job|plan|answer|response|reply|message|implementation|process|analysis|steps?|thing|request|question))';
const WHERE = '(?:from )?(?:where|wherever) (?:you|u|we) (?:left off|stopped|stop|were|ended)';

export const english: Language = {
  tag: 'en',
  fillers: [
    'please',
    'pls',
    'plz',
    'ok',
    'okay',
    'k',
    'yes',
    'yeah',
    'yep',
    'sure',
    'just',
    'now',
    'then',
    'and',
    'so',
    'well',
    'hey',
    'can',
    'could',
    'you',
    'u',
    'thanks',
    'thank',
    'alright',
    'right',
    'good',
    'great',
    'nice',
    'lets',
    "let's",
    'should',
    'i',
    'want',
    'to',
    'ahead',
    'man',
    'bro',
    'dude',
  ],
  assents: ['ok', 'okay', 'k', 'yes', 'yeah', 'yep', 'sure', 'alright'],
  nudges: [
    new RegExp(
      `^(?:continue|continuing|proceed|resume|carry on|keep going|keep at|go on|go|finish|complete|retry|redo|restart|start)(?: (?:on|with|from|again))*(?: ${TASK})?(?: ${WHERE})?(?: again)?$`,
    ),
    new RegExp(
      `^(?:continue|keep|keep on|go on|resume|carry on|finish) (?:generating|working|writing|coding|thinking|running|answering|responding|implementing|doing)(?: (?:on )?${TASK})?$`,
    ),
    new RegExp(
      `^(?:try|do|run|send|answer|respond|reply|say)(?: ${TASK})?(?: (?:again|once more|one more time|a second time))$`,
    ),
    new RegExp(`^(?:pick up|start|begin|continue) ${WHERE}$`),
    /^(?:again|once more|one more time|next|next step|another try|answer (?:me|it|this|that|(?:my|the) (?:question|message))|answer|respond|reply|do it|move on|keep it up|go for it)$/,
  ],
  pokes: [
    /^(?:hello|helo|hi|hallo|yo|ping|test|huh|anyone|anybody|still)(?: (?:again|there|here|hello|claude|agent))*$/,
    /^(?:are )?(?:still )?(?:there|here|with me|alive|awake|working|running|with us)$/,
    /^(?:are )?(?:anyone|anybody|somebody) (?:there|here|home)$/,
    /^(?:what's|whats|what is) (?:next|up|remaining|the status|left)$/,
    /^(?:any )?(?:update|updates|news|progress|status)$/,
  ],
  resumes: [
    /^(?:(?:please|pls|ok|okay|yes|yeah|now|just|and|then|hey|can|could|you|u|so|well) )*(?:continue|proceed|resume|carry on|keep going|go on|go ahead|retry|try again|start from where)\b/,
  ],
  complaints: [
    /\b(?:you|u|it|claude|agent|session|this|chat) (?:just |have |has |'ve |'s |again |simply |suddenly |only )*(?:stopped|stalled|hung|hang|hangs|froze|crashed|died|disconnected|disappeared|quit|paused|timed out|went (?:silent|quiet|dead|dark))(?: (?:again|working|responding|answering|generating|there|here|halfway|midway|mid|in the middle|for no reason|without|now|already|suddenly|completely|twice|unexpectedly)\b| ?$)/,
    /\b(?:you|u|it|claude) (?:just |have |has |'ve |again )*(?:got|get|are|were|is|was|gets) (?:stuck|cut off|interrupted|hung|frozen|disconnected|silent|quiet|dead|unresponsive)\b/,
    /^(?:are you |you |it's |its |is it )?(?:stuck|frozen|hanging|dead|broken|stopped|stalled)(?: again)?$/,
    /\bwhy (?:did|do|have|are|were|is|was|the|would) (?:you|u|it|claude|this) (?:\w+ )?(?:stop|stopped|stopping|pause|paused|quit|silent|quiet|not (?:answer|answering|respond|responding|reply|replying|saying))\b/,
    /\bwhy (?:no|are there no|is there no|isn't there an?) (?:answer|response|reply|output|message|text)\b/,
    /\bwhy (?:don't|didn't|aren't|won't) (?:you|u) (?:answer|answering|respond|responding|reply|replying|say|talk|talking|continue)\b/,
    /\b(?:no|empty|blank|missing) (?:answer|answers|response|responses|reply|replies|output|message|text)(?: (?:again|from you|yet|at all|came|here|received|was|is|this time|why)\b| ?$)/,
    /\b(?:didn't|did not|don't|do not|doesn't|haven't|have not|hasn't|not|never|can't|cannot|couldn't) (?:get |see |got |gotten |seen |receive |received |give me |given me )?(?:(?:an|any|your|a|the) )?(?:answer|answered|answering|respond|responded|responding|response|reply|replied|replying|output|say anything|said anything|saying anything|say a word)\b/,
    /\b(?:nothing|not a word) (?:happened|came|comes|shows|showed|is happening|was shown|again|there|arrived)\b/,
    /^(?:nothing|silence|empty|blank)(?: again| here| there)*$/,
    /\b(?:still|only) (?:nothing|waiting|empty|blank|no answer|silence)\b/,
    /\b(?:you|u|it) (?:\w+ )?(?:got|hit|had|threw|have|ran into) (?:an?|the|some|another) (?:\w+ )?(?:error|errors|problem|timeout|limit)\b/,
    /\byou (?:said|wrote|returned|sent|gave|produced|answered|replied with) (?:me )?(?:nothing|an? (?:empty|blank)|no)\b/,
    /^(?:what|wtf) (?:just )?(?:happened|happend|went wrong)(?: (?:here|there|now|again))?$/,
    /\b(?:stopped|interrupted|crashed|failed|stuck|cut off|empty|silent|disconnected|timed out) again\b/,
    /\byou (?:are|were) (?:silent|quiet)\b|\byour silence\b|\b(?:last|previous) (?:answer|response|reply|message) (?:was|is|came) (?:empty|blank|missing|cut)/,
  ],
  openers: [
    /^(?:(?:no|nope|wait|stop|halt|hold on|hang on|whoa|actually|oops|hmm|ok|okay|but|wtf) )*(?:no|nope|wait|stop|halt|hold on|hang on|whoa|actually|wrong)\b(?! problem| worries| need| answer| response| rush)/,
  ],
  corrections: [
    /\b(?:don't|do not|dont|never|must not|mustn't|should not|shouldn't|may not|cannot|not allowed to|no need to|no longer|refrain from|avoid|leave) (?:\w+ ){0,2}?(?:change|changes|changing|edit|edits|editing|touch|touching|modify|modifying|write|writing|delete|deleting|remove|removing|run|running|use|using|create|creating|add|adding|commit|push|rewrite|start|do|make|implement|code|install|guess|assume|skip|alone|rename|move|replace|refactor|fix)\b/,
    /\bjust use\b|\bonly use\b/,
    /\bwhy (?:are|would|did|do|were) (?:you|we) (?!stop)/,
  ],
  retractions: [
    /\b(?:don't|do not|not) (?:\w+ ){1,4}yet\b/,
    /\b(?:instead of|rather than|as opposed to|not what i|that's not|that is not|that isn't|this is wrong|that's wrong|this isn't|you're wrong|you are wrong|(?:the|a) wrong \w+|(?:doesn't|does not|don't|do not) look right)\b/,
    /\binstead\b(?! of)/,
    /\b(?:read|look at|check|review|study|inspect|understand|consult|go through)\b[^.]{0,80}\b(?:first|before (?:you|doing|changing|editing|writing|anything))\b/,
    /\bfirst (?:read|look|check|review|study|inspect|understand|go through)\b/,
    /\b(?:revert|undo|roll back|rollback|take back|back out)\b/,
    /\bi (?:said|meant|told you|asked (?:you )?(?:for|to)|never asked|didn't ask|did not ask|didn't say)\b/,
    /\b(?:change of plan|new plan|different approach|scrap that|forget (?:it|that)|cancel that|ignore (?:that|my))\b/,
  ],
  steering: [
    /\b(?:you (?:should|need to|must|have to|ought to|could)|must|make sure|also (?:remember|note|keep)|be careful|remember|keep in mind|note that|btw|by the way)\b/,
    /\b(?:only|first|before|rather|except|without|unless|until)\b/,
    /\b(?:how about|what about|why not|can't we|can not we|can we|could we|shouldn't|isn't|doesn't|aren't)\b/,
    /\b(?:steering|correction|clarification|to be clear|more precisely)\b/,
  ],
  promises: [
    /\b(?:i'll|i will|i'm going to|i am going to|let me|next i'll|now i'll|let's) (?:now |also |first |then |just |quickly |go ahead and )*(?:check|look|read|run|update|edit|fix|create|write|add|search|start|implement|verify|test|examine|investigate|open|make|explore|inspect|continue)\b/,
  ],
  silence: [
    /\b(?:don't|do not|no need to|needn't|need not) (?:answer|reply|respond|acknowledge)(?: to (?:this|that|me))?(?: (?:please|yet|now))?$/,
    /\bno (?:answer|reply|response|acknowledgement) (?:is )?(?:needed|necessary|required|expected)\b/,
    /^(?:please |just )*(?:stay|remain|keep|be) (?:silent|quiet)\b|\bsay nothing$|\b(?:reply|respond|answer) with nothing$/,
  ],
  common: (
    'the a an and or but if then than that this these those there here it its is are was were be been being am do does did done has have had ' +
    'having will would shall should can could may might must not no nor yes i me my we us our you your u he she they them their his her what which who whom ' +
    'when where why how all any both each few more most other some such only own same so too very just now also of in on at by for with about against ' +
    'between into through during before after above below to from up down out off over under again further once as because until while please ok okay let ' +
    "lets let's don't dont didn't isn't aren't get got make want need like one two new use using see look thing things way it's that's i'm you're going go " +
    'first first, still already well really maybe think know good right sure'
  ).split(' '),
};
